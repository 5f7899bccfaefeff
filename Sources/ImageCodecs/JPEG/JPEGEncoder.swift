import CLibraries

/// libjpeg at work writing one file. Frees it when it goes.
final class JPEGEncoder {
  private let writer: OpaquePointer
  // libjpeg writes to it.
  private let sink: SinkBox

  init(to sink: SinkBox) throws(CodecError) {
    guard let writer = packshot_jpeg_writer_create(SinkBox.take, sink.context) else { throw .outOfMemory(.jpeg) }
    (self.writer, self.sink) = (writer, sink)
  }

  deinit { packshot_jpeg_writer_destroy(writer) }

  /// Calls a function of CJPEG with the writer, and throws what its status says.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.jpeg, sink: sink) { packshot_jpeg_writer_message(writer) }
  }
}
