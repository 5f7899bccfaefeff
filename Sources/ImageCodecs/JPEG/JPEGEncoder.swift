import CLibraries

/// A libjpeg encoder for one file, with the steps that change the encoded file. Frees the encoder in `deinit`.
final class JPEGEncoder {
  private let writer: OpaquePointer
  // Kept alive because libjpeg writes to it.
  private let sink: SinkBox
  /// Computes the Huffman codes. Nil if libjpeg computes them or they are the standard ones.
  private let optimizer: HuffmanOptimizer?
  /// Appends the picture's gain map, if it has one.
  private let appender: GainMapAppender?

  /// - Parameter optimized: The layout of a file whose Huffman codes ``HuffmanOptimizer`` computes, so that libjpeg must write symbols
  ///   as codes.
  init(
    to sink: @escaping ByteSink, optimized: ScanLayout?, appending gainMap: GainMapFile? = nil
  ) throws(CodecError) {
    let appender = gainMap.map { GainMapAppender($0, to: sink) }
    let fileSink = appender.map { appender in { appender.take($0) } } ?? sink
    let optimizer = try optimized.map { (layout) throws(CodecError) in
      try HuffmanOptimizer(layout, pieceBytes: Int(PACKSHOT_JPEG_PIECE_BYTES), to: fileSink)
    }
    let box = SinkBox(optimizer.map { optimizer in { try optimizer.take($0) } } ?? fileSink)
    guard let writer = packshot_jpeg_writer_create(SinkBox.take, box.context) else { throw .outOfMemory(.jpeg) }
    (self.writer, self.sink, self.optimizer, self.appender) = (writer, box, optimizer, appender)
  }

  deinit { packshot_jpeg_writer_destroy(writer) }

  /// Completes the file.
  func finish() throws(CodecError) {
    try check { packshot_jpeg_writer_finish($0) }
    do {
      try optimizer?.finish()
      try appender?.finish()
    } catch { throw .sinkFailed(error) }
  }

  /// Calls a function of CJPEG with the writer, and throws the error of its status.
  func check(_ call: (OpaquePointer) -> Int32) throws(CodecError) {
    try LibraryStatus(call(writer)).checkWriting(.jpeg, sink: sink) { packshot_jpeg_writer_message(writer) }
  }
}
