import ImageCodecs
import Testing

/// Expects that reading fails with the error of this name, whose message contains `words`.
func expectRefusal<R>(
  _ name: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> R
) {
  let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) { _ = try read() }
  guard let error else { return }
  #expect("\(error)".prefix { $0 != "(" } == name, sourceLocation: sourceLocation)
  #expect(error.message.contains(words), sourceLocation: sourceLocation)
}

/// Expects that reading fails because the file is damaged, for `reason` if one is given.
func expectDamaged<R>(
  _ format: ImageFileFormat, _ reason: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ read: () throws -> R
) {
  let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) { _ = try read() }
  guard case .damaged(format, let found, _)? = error else {
    Issue.record("\(String(describing: error)) instead of damage", sourceLocation: sourceLocation)
    return
  }
  if let reason { #expect(found == reason, sourceLocation: sourceLocation) }
}

/// Expects that reading fails because the file is cut short.
func expectTruncated<R>(
  _ format: ImageFileFormat, sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> R
) {
  let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) { _ = try read() }
  guard case .truncated(format, _)? = error else {
    Issue.record("\(String(describing: error)) instead of a cut", sourceLocation: sourceLocation)
    return
  }
}
