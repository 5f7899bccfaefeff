import ImageCodecs
import PixelCore

/// An Exif block, an XMP packet or IPTC records in a JPEG and in a PNG, which must give the same metadata, and the metadata that
/// pictures keep. Metadata is never a reason to refuse a photo.
enum ExifTarget {
  private static let label = Array("Exif\0\0".utf8)
  private static let pixel = ImageShape(size: PixelSize(width: 1, height: 1), format: .encodedOpaque)

  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    let isTIFF = { (start: Int) in
      [[0x49, 0x49, 0x2a, 0], [0x4d, 0x4d, 0, 0x2a]].contains(Array(file[start...].prefix(4)))
    }
    let blocks = file.indices.dropLast(8).filter { file[$0] == 0x49 || file[$0] == 0x4d }.filter(isTIFF)
    return blocks.prefix(1).map { Array(file[$0...].prefix(2048)) }
  }

  static func take(_ input: [UInt8]) {
    guard input.count + label.count + 2 <= 0xffff else { return }
    let length = UInt16(2 + label.count + input.count)
    let segment = [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + label + input
    var jpeg = file(.jpeg())
    jpeg.insert(contentsOf: segment, at: 2)
    var png = file(.png())
    png.insert(contentsOf: PNGFile.chunk("eXIf", input), at: 33)
    let facts = [jpeg, png].map { file -> ImageInfo in
      switch outcome({ try ReadPicture(EncodedImage(file)) }) {
      case .success(let picture): picture.info
      case .failure(let error): fatalError("a block is never a reason to refuse a photo: \(error.message)")
      }
    }
    check(facts[0].orientation == facts[1].orientation, "both formats say how the picture stands")
    check(facts[0].capturedAt == facts[1].capturedAt, "both formats say when it was taken")
    checkCopies(of: EncodedImage(jpeg), EncodedImage(png))
    takeOthers(input)
  }

  /// The same bytes as an XMP packet, and as image resources with IPTC records, in a JPEG and in a PNG's texts.
  private static func takeOthers(_ input: [UInt8]) {
    let segment = { (marker: UInt8, content: [UInt8]) -> [UInt8] in
      let length = content.count + 2
      return length > 0xffff ? [] : [0xff, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }
    let hexadecimal = input.flatMap { byte in [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] } }
    let text = { (name: String) in
      PNGFile.chunk("tEXt", Array("Raw profile type \(name)\0\n\(name)\n\(input.count)\n".utf8) + hexadecimal)
    }
    let xmp = segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + input)
    let iptc = segment(0xed, Array("Photoshop 3.0\0".utf8) + input)
    for (segments, chunks) in [(xmp, text("xmp")), (iptc, text("iptc"))] where !segments.isEmpty && !input.isEmpty {
      var (jpeg, png) = (file(.jpeg()), file(.png()))
      jpeg.insert(contentsOf: segments, at: 2)
      png.insert(contentsOf: chunks, at: 33)
      checkCopies(of: EncodedImage(jpeg), EncodedImage(png))
    }
  }

  /// Checks that the kept part of a block fits into each format, and survives another rendering.
  private static func checkCopies(of jpeg: EncodedImage, _ png: EncodedImage) {
    for kept in KeptMetadata.allCases {
      let copy = ImageCodec.metadata(of: jpeg, keeping: kept, for: .jpeg).metadata
      check(ImageCodec.metadata(of: png, keeping: kept, for: .jpeg).metadata == copy, "both formats keep the same")
      guard copy != FileMetadata() else { continue }
      let options = EncodeOptions(.jpeg(), copy)
      guard case .success(let file) = outcome({ try encode([1, 2, 3, 255], pixel, options) }) else {
        fatalError("what is kept can be written")
      }
      let again = ImageCodec.metadata(of: EncodedImage(file), keeping: kept, for: .jpeg).metadata
      check(again == copy, "what is kept once is kept again")
      check((try? ImageCodec.probe(EncodedImage(file)))?.orientation == .up, "what is kept turns nothing")
    }
  }

  private static func file(_ coding: EncodeOptions.Coding) -> [UInt8] {
    switch outcome({ try encode([1, 2, 3, 255], pixel, EncodeOptions(coding)) }) {
    case .success(let file): file
    case .failure(let error): fatalError("a pixel can be written: \(error.message)")
    }
  }
}
