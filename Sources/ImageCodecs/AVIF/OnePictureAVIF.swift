import PixelCore

/// An AVIF with a single coded picture, built for libavif.
///
/// libavif 0.11 assembles grids in the order of items instead of the order of their references. It treats any second
/// track as alpha, and trusts the sample format stated in `av1C`. So packshot parses files itself and has libavif
/// decode one coded picture at a time.
struct OnePictureAVIF {
  let file: EncodedImage

  /// - Parameters:
  ///   - data: Bytes of the coded picture.
  ///   - size: Size of the picture.
  init(_ data: UnsafeRawBufferPointer, coding: AV1Coding, size: PixelSize) {
    let start = Self.box("ftyp", Array("avif\0\0\0\0avifmif1miaf".utf8))
    // The metadata has the same length whatever offset it contains.
    let length = start.count + Self.metadata(coding, size, dataStart: 0, dataCount: 0).count
    let head = start + Self.metadata(coding, size, dataStart: length, dataCount: data.count)
    file = EncodedImage(capacity: length + data.count) { room in
      room.copyBytes(from: head)
      UnsafeMutableRawBufferPointer(rebasing: room[length...]).copyMemory(from: data)
      return length + data.count
    }
  }

  private static func metadata(_ coding: AV1Coding, _ size: PixelSize, dataStart: Int, dataCount: Int) -> [UInt8] {
    let properties =
      [("ispe", number(0, 4) + number(size.width, 4) + number(size.height, 4)), ("av1C", configuration(coding.header))]
      + coding.choice
    // Every property but the size is essential.
    let associations = properties.indices.map { UInt8($0 + 1) | ($0 == 0 ? 0 : 0x80) }
    // Offsets and lengths of eight bytes, for one item in one extent.
    let place = [number(0, 4), [0x88, 0], number(1, 2), number(1, 2), number(0, 2), number(1, 2)]
    let item = [[2, 0, 0, 0], number(1, 2), number(0, 2), Array("av01\0".utf8)]
    let association = [number(0, 4), number(1, 4), number(1, 2), [UInt8(properties.count)], associations]
    let boxes = [
      box("hdlr", number(0, 8) + Array("pict".utf8) + number(0, 13)),
      box("pitm", number(0, 4) + number(1, 2)),
      box("iloc", (place + [number(dataStart, 8), number(dataCount, 8)]).flatMap(\.self)),
      box("iinf", number(0, 4) + number(1, 2) + box("infe", item.flatMap(\.self))),
      box(
        "iprp",
        box("ipco", properties.flatMap { name, content in box(name, content) })
          + box("ipma", association.flatMap(\.self))),
    ]
    return box("meta", number(0, 4) + boxes.flatMap(\.self))
  }

  /// The values of the sequence header, as an `av1C` (AV1 Codec ISO Media File Format Binding, section 2.3).
  private static func configuration(_ header: AV1SequenceHeader) -> [UInt8] {
    let samples =
      header.tier << 7 | (header.depth > 8 ? 1 : 0) << 6 | (header.depth > 10 ? 1 : 0) << 5
      | (header.isGrey ? 1 : 0) << 4 | (header.step.width - 1) << 3 | (header.step.height - 1) << 2
      | header.chromaPosition
    return [0x81, UInt8(header.profile << 5 | header.level), UInt8(samples), 0]
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(kind.utf8) + content
  }

  /// Returns a number as `count` bytes, highest byte first.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
