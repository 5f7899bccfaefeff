import ImageCodecs
import PixelCore

/// An Exif block, as a JPEG and as a PNG carry it, which must say the same, and what pictures keep of it. It is never a reason to
/// refuse a photo.
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
    if let time = facts[0].capturedAt {
      check(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil, "\(time) is a time")
    }
    checkCopies(of: EncodedImage(jpeg), EncodedImage(png))
  }

  /// What pictures keep of a block fits into each format, and is kept by pictures that are made of those.
  private static func checkCopies(of jpeg: EncodedImage, _ png: EncodedImage) {
    for kept in KeptMetadata.allCases {
      let copy = ImageCodec.exif(in: jpeg, keeping: kept)
      check(ImageCodec.exif(in: png, keeping: kept) == copy, "both formats keep the same")
      guard let copy else { continue }
      let options = EncodeOptions(.jpeg(), FileMetadata(exif: copy))
      guard case .success(let file) = outcome({ try encode([1, 2, 3, 255], pixel, options) }) else {
        fatalError("what is kept can be written")
      }
      check(ImageCodec.exif(in: EncodedImage(file), keeping: kept) == copy, "what is kept once is kept again")
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
