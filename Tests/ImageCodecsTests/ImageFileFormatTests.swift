import ImageCodecs
import Testing

@Suite struct ImageFileFormatTests {
  @Test(arguments: [
    ("jpg", ImageFileFormat.jpeg), ("JPEG", .jpeg), ("jpe", .jpeg), ("jfif", .jpeg), ("Png", .png), ("WebP", .webp),
    ("avif", .avif), ("TIF", .tiff), ("tiff", .tiff), ("GIF", .gif), ("dib", .bmp), ("psd", .psd),
  ])
  func extensionsAreKnownInAnyCase(pathExtension: String, format: ImageFileFormat) {
    #expect(ImageFileFormat(pathExtension: pathExtension) == format)
  }

  @Test(arguments: ["", "svg", "web", "jp", ".png"])
  func otherExtensionsAreUnknown(pathExtension: String) {
    #expect(ImageFileFormat(pathExtension: pathExtension) == nil)
  }

  @Test(arguments: [
    ([0xff, 0xd8, 0xff], ImageFileFormat.jpeg),
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
    ([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0x00], nil),
    ([0xff, 0xd8], nil),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), (Array("GIF88a".utf8), nil),
    (Array("8BPS\0\u{1}".utf8), .psd), (Array("8BPS\0\u{2}".utf8), nil),
    (Array("BM6\0\0\0\0\0\0\0\u{36}\0\0\0".utf8), .bmp), (Array("BMW, prices of spare parts".utf8), nil),
    (Array("BM6\0\0\0R\0P\0\u{36}\0\0\0\u{28}\0\0\0".utf8), .bmp),
    ([], nil),
  ])
  func theSignatureDeterminesTheFormat(bytes: [UInt8], format: ImageFileFormat?) {
    #expect(bytes.withUnsafeBytes { ImageFileFormat(signature: $0) } == format)
  }
}
