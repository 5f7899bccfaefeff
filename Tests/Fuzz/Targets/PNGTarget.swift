import ImageCodecs
import PixelCore

/// A PNG file: its header, and its rows on both decode paths, by libpng row by row and by libdeflate at once, which must give
/// the same pixels and warnings or the same error. The picture is written and read back.
///
/// Nearly every change to a file makes a checksum wrong, which ends the reading. So a file is tried both as it is and with
/// corrected checksums. An input without PNG's signature is read as parts: eight bytes for the header, then the palette and
/// the rows.
enum PNGTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    guard file.starts(with: PNGFile.signature), file.count > 33 else { return [] }
    // As parts: the width and height in four bits each, and so on. The rows are the rest.
    return [file, [file[19] & 15, file[23] & 15, file[24], file[25], file[28], 0, 0, 0] + file[33...].prefix(400)]
  }

  static func take(_ input: [UInt8]) {
    guard input.starts(with: PNGFile.signature) else {
      if let file = assembled(input) { read(file) }
      return
    }
    read(input)
    let mended = PNGFile.mended(input)
    if mended != input { read(mended) }
  }

  private static func assembled(_ input: [UInt8]) -> [UInt8]? {
    guard input.count > 8 else { return nil }
    let (parts, rest) = (input.prefix(8), input.dropFirst(8))
    let depths: [UInt8] = [8, 1, 2, 4, 16]
    let header =
      PNGFile.bigEndian(Int(parts[0] % 40) + 1) + PNGFile.bigEndian(Int(parts[1] % 40) + 1)
      + [depths.contains(parts[2]) ? parts[2] : depths[Int(parts[2] % 5)], parts[3] % 7, 0, 0, parts[4] & 1]
    let palette = parts[5] == 0 ? [] : PNGFile.chunk("PLTE", Array(rest.prefix(Int(parts[5]) * 3)))
    let transparency = parts[6] == 0 ? [] : PNGFile.chunk("tRNS", Array(rest.prefix(Int(parts[6]))))
    let stream = PNGFile.stored(Array(rest.dropFirst(Int(parts[5]) * 3)))
    let cut = min(Int(parts[7]), stream.count)
    return PNGFile.signature + PNGFile.chunk("IHDR", header) + palette + transparency
      + PNGFile.chunk("IDAT", Array(stream[..<cut])) + PNGFile.chunk("IDAT", Array(stream[cut...]))
      + PNGFile.chunk("IEND", [])
  }

  private static func read(_ bytes: [UInt8]) {
    let file = EncodedImage(bytes)
    let probed = outcome { try ImageCodec.probe(file, limits: fuzzLimits) }
    let slow = outcome { try ReadPicture(file, spareMemory: 0) }
    let fast = outcome { try ReadPicture(file, spareMemory: 1 << 30) }
    guard case (.success(let picture), .success(let other)) = (slow, fast) else {
      check(
        slow.failure == fast.failure,
        "\(slow.failure ?? "read"), but on the other decode path \(fast.failure ?? "read")")
      return
    }
    check(picture.bytes == other.bytes, "both decode paths give the same pixels")
    check(picture.warnings == other.warnings, "\(picture.warnings), but on the other decode path \(other.warnings)")
    check((try? probed.get()) == picture.info && other.info == picture.info, "probing and reading say the same")
    check(ImageCodec.decodingMemory(for: picture.info) > 0, "memory")
    if picture.bytes.count <= 1 << 16 { write(picture) }
  }

  private static func write(_ picture: ReadPicture) {
    let again = outcome {
      try ReadPicture(EncodedImage(try picture.encoded(.png(compression: picture.bytes.count % 10))))
    }
    guard case .success(let again) = again else { fatalError("what is written can be read: \(again.failure ?? "")") }
    check(again.shape == picture.shape && again.bytes == picture.bytes, "what is written is what was read")
    // libpng drops profiles that it considers wrong.
    check(again.info.iccProfile == nil || again.info.iccProfile == picture.info.iccProfile, "the profile is carried")
  }
}
