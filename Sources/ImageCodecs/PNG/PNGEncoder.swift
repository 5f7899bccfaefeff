import CLibraries

/// libpng at work writing one file. Frees it when it goes.
final class PNGEncoder {
  private let writer: OpaquePointer
  // libpng writes to it.
  private let sink: SinkBox

  init(to sink: SinkBox) throws(CodecError) {
    guard let writer = packshot_png_writer_create(SinkBox.take, sink.context) else { throw .outOfMemory(.png) }
    (self.writer, self.sink) = (writer, sink)
  }

  deinit { packshot_png_writer_destroy(writer) }

  /// Calls a function of CPNG with the writer, and throws what its status says.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.png, sink: sink) { packshot_png_writer_message(writer) }
  }
}
