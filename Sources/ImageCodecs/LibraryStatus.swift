/// What the functions of CJPEG and CPNG return, by their numbers.
enum LibraryStatus: Int32 {
  case done
  case truncated
  case damaged
  case unsupported
  case outOfMemory
  case sinkFailed

  init(_ code: Int32) {
    guard let status = LibraryStatus(rawValue: code) else { preconditionFailure("a status that no header names") }
    self = status
  }

  /// Throws what a decoder's status says, if anything but done. `row` is how many rows have been read.
  func checkReading(
    _ format: ImageFileFormat, row: Int?, message: () -> UnsafePointer<CChar>
  ) throws(CodecError) {
    switch self {
    case .done: return
    case .truncated: throw .truncated(format, row: row)
    case .unsupported: throw .unsupported(format, feature: String(cString: message()))
    case .outOfMemory: throw .outOfMemory(format)
    case .damaged, .sinkFailed: throw .damaged(format, reason: String(cString: message()), row: row)
    }
  }

  /// Throws what an encoder's status says, if anything but done. `failure` is the sink's, where that failed.
  func checkWriting(
    _ format: ImageFileFormat, sink: SinkBox, message: () -> UnsafePointer<CChar>
  ) throws(CodecError) {
    switch self {
    case .done: return
    case .outOfMemory: throw .outOfMemory(format)
    case .sinkFailed: throw .sinkFailed(sink.failure!)
    case .truncated, .damaged, .unsupported: throw .notWritable(format, reason: String(cString: message()))
    }
  }
}
