/// Finds a PNG's eXIf chunk, which may stand before or behind the picture: libpng's header stops where the picture
/// begins. Nil where there is none, or one whose check sum is wrong.
func exifBlock(inPNG file: EncodedImage) -> UnsafeRawBufferPointer? {
  let chunk = PNGChunks(file).first { $0.isOf("eXIf") }
  return chunk.flatMap { $0.isIntact ? $0.data : nil }
}
