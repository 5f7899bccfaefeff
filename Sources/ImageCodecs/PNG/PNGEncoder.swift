import CLibraries

/// A libpng encoder for one file. Frees the encoder in `deinit`.
final class PNGEncoder {
  private let writer: OpaquePointer
  // Kept alive because libpng writes to it.
  private let sink: SinkBox

  init(to sink: SinkBox) throws(CodecError) {
    guard let writer = packshot_png_writer_create(SinkBox.take, sink.context) else { throw .outOfMemory(.png) }
    (self.writer, self.sink) = (writer, sink)
  }

  deinit { packshot_png_writer_destroy(writer) }

  /// Calls a function of CPNG with the writer, and throws the error of its status.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.png, sink: sink) { packshot_png_writer_message(writer) }
  }
}
