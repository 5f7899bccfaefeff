import CLibraries

/// A libjpeg encoder for one file. Frees the encoder in `deinit`.
final class JPEGEncoder {
  private let writer: OpaquePointer
  // Kept alive because libjpeg writes to it.
  private let sink: SinkBox
  /// Appends the picture's gain map, if it has one.
  private let appender: GainMapAppender?

  init(to sink: @escaping ByteSink, appending gainMap: GainMapFile? = nil) throws(CodecError) {
    let appender = gainMap.map { GainMapAppender($0, to: sink) }
    let box = SinkBox(appender.map { appender in { appender.take($0) } } ?? sink)
    guard let writer = packshot_jpeg_writer_create(SinkBox.take, box.context) else { throw .outOfMemory(.jpeg) }
    (self.writer, self.sink, self.appender) = (writer, box, appender)
  }

  deinit { packshot_jpeg_writer_destroy(writer) }

  /// Completes the file.
  func finish() throws(CodecError) {
    try check { packshot_jpeg_writer_finish($0) }
    do { try appender?.finish() } catch { throw .sinkFailed(error) }
  }

  /// Calls a function of CJPEG with the writer, and throws the error of its status.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.jpeg, sink: sink) { packshot_jpeg_writer_message(writer) }
  }
}
