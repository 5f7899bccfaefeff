import ImageCodecs
import Testing

@Suite struct ImageFileFormatTests {
  @Test(arguments: [
    ("jpg", ImageFileFormat.jpeg), ("JPEG", .jpeg), ("jpe", .jpeg), ("jfif", .jpeg), ("Png", .png), ("WebP", .webp),
    ("avif", .avif), ("TIF", .tiff), ("tiff", .tiff),
  ])
  func extensionsAreKnownInAnyCase(pathExtension: String, format: ImageFileFormat) {
    #expect(ImageFileFormat(pathExtension: pathExtension) == format)
  }

  @Test(arguments: ["", "gif", "web", "jp", ".png"])
  func otherExtensionsAreUnknown(pathExtension: String) {
    #expect(ImageFileFormat(pathExtension: pathExtension) == nil)
  }

  @Test(arguments: [
    ([0xff, 0xd8, 0xff], ImageFileFormat.jpeg),
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
    ([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0x00], nil),
    ([0xff, 0xd8], nil),
    ([], nil),
  ])
  func theSignatureDeterminesTheFormat(bytes: [UInt8], format: ImageFileFormat?) {
    #expect(bytes.withUnsafeBytes { ImageFileFormat(signature: $0) } == format)
  }
}
