import ImageCodecs
import Testing

@Suite struct ContentTests {
  @Test(
    arguments: [
      ([], "an empty file"),
      (Array("RIFF\u{4}\0\0\0WAVEfmt ".utf8), "a RIFF file"),
      (Array("BMW, prices of spare parts".utf8), "text"),
      ([0, 0, 0, 24] + Array("ftypisom\0\0\0\0isommp42".utf8), "a video or another MPEG-4 file"),
      (Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8), "a raw camera picture"),
      ([0xff, 0x0a, 0xfa], "a JPEG XL picture"),
      (Array("8BPS\0\u{2}".utf8), "a large Photoshop document (PSB)"),
      (Array("%!PS-Adobe-3.0 EPSF-3.0".utf8), "a PostScript drawing"),
      ([0xc5, 0xd0, 0xd3, 0xc6, 30], "a PostScript drawing"),
      (Array("# Icons\nAn icon begins with <svg, as in".utf8), "text"),
      (Array("%PDF-1.7".utf8), "a PDF document"),
      (Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">".utf8), "an SVG drawing"),
      (Array("\u{feff}\n<!DOCTYPE html>".utf8), "a web page"),
      (
        Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n".utf8),
        "a Git LFS pointer instead of its file, which `git lfs pull` gets"
      ),
      (Array("not a photo, höchstens ein Text".utf8), "text"),
      (Array(("x" + String(repeating: "é", count: 400)).utf8), "text"),
      ([UInt8](repeating: 0, count: 99), "a file of zeros"),
      ([0xef, 0xbb, 0xbf, 0xff, 0xd8, 0xff], "a JPEG with a byte-order mark put before it"),
      ([0xff, 0xd8], "binary data that starts ff d8"),
      ([1, 2, 3, 4, 5], "binary data that starts 01 02 03 04"),
    ] as [([UInt8], String)])
  func anUnsupportedFileIsReportedByItsContent(bytes: [UInt8], name: String) {
    let error = #expect(throws: CodecError.self) { try ImageCodec.probe(EncodedImage(bytes)) }
    #expect(error?.message == "this is \(name); packshot reads JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP and PSD")
  }

  @Test func anotherFormatHasARemedy() {
    for (bytes, remedy) in [
      ("%PDF-1.7", "export its pages as PNG or TIFF"), ("<svg/>", "export it as PNG in the size you need"),
      ("8BPS\0\u{2}", "save it as PSD or TIFF"), ("FUJIFILMCCD-RAW", "develop it and export it as TIFF or JPEG"),
    ] {
      let error = #expect(throws: CodecError.self) { try ImageCodec.probe(EncodedImage(Array(bytes.utf8))) }
      #expect(error?.reason == "unsupported-format" && error?.remedy?.suggestion == remedy)
    }
  }

  @Test func aPNGMangledAsTextIsRecognized() {
    let png = PNGBuilder(width: 2, height: 2, bitDepth: 8, colorType: 2) { _, _, _ in 7 }.bytes
    let mangled = png.filter { $0 != 0x0d }
    let error = #expect(throws: CodecError.self) { try ImageCodec.probe(EncodedImage(mangled)) }
    #expect(error?.message.contains("a PNG whose first bytes were changed") == true)
  }
}
