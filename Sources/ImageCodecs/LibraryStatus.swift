/// The status codes that functions of CJPEG, CPNG, CWebP, CAVIF, CTIFF and CHEVC return.
enum LibraryStatus: Int32 {
  case done
  case truncated
  case damaged
  case unsupported
  case outOfMemory
  case sinkFailed
  case tooManyScans
  case tooLate
  case tooMuchMetadata

  init(_ code: Int32) {
    guard let status = LibraryStatus(rawValue: code) else { preconditionFailure("a status that no header names") }
    self = status
  }

  /// Throws the error of a decoder's status, unless it is `done`. `row` is the number of rows read so far.
  func checkReading(
    _ format: ImageFileFormat, row: Int?, limits: DecodeLimits, message: () -> UnsafePointer<CChar>
  ) throws(CodecError) {
    switch self {
    case .done: return
    case .truncated: throw .truncated(format, row: row)
    case .unsupported: throw .unsupported(format, feature: String(cString: message()))
    case .outOfMemory: throw .outOfMemory(format)
    case .tooManyScans: throw .tooManyScans(limit: limits.maxScans)
    case .tooLate: throw .tookTooLong(limit: limits.timeLimit!.seconds)
    case .tooMuchMetadata: throw .tooMuchMetadata(format, found: nil, limit: limits.maxMetadata)
    case .damaged, .sinkFailed: throw .damaged(format, why: String(cString: message()), row: row)
    }
  }

  /// Throws the error of an encoder's status, unless it is `done`. If the sink failed, throws the sink's error.
  func checkWriting(
    _ format: ImageFileFormat, sink: SinkBox, message: () -> UnsafePointer<CChar>
  ) throws(CodecError) {
    switch self {
    case .done: return
    case .outOfMemory: throw .outOfMemory(format)
    case .sinkFailed: throw .sinkFailed(sink.failure!)
    case .truncated, .damaged, .unsupported, .tooManyScans, .tooLate, .tooMuchMetadata:
      throw .notWritable(format, why: String(cString: message()))
    }
  }
}
