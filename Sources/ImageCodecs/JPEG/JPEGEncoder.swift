import CLibraries

/// A libjpeg encoder for one file. Frees the encoder in `deinit`.
final class JPEGEncoder {
  private let writer: OpaquePointer
  // Kept alive because libjpeg writes to it.
  private let sink: SinkBox

  init(to sink: SinkBox) throws(CodecError) {
    guard let writer = packshot_jpeg_writer_create(SinkBox.take, sink.context) else { throw .outOfMemory(.jpeg) }
    (self.writer, self.sink) = (writer, sink)
  }

  deinit { packshot_jpeg_writer_destroy(writer) }

  /// Calls a function of CJPEG with the writer, and throws the error of its status.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.jpeg, sink: sink) { packshot_jpeg_writer_message(writer) }
  }
}
