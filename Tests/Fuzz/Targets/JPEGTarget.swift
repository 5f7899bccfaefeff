import ImageCodecs
import PixelCore

/// A JPEG file: its header, its rows at two scales, its planes, and the files encoded from it. The decode paths must agree on
/// whether the file is valid.
enum JPEGTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { file.starts(with: [0xff, 0xd8, 0xff]) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    guard input.starts(with: [0xff, 0xd8, 0xff]) else { return }
    let file = EncodedImage(input)
    let probed = outcome { try ImageCodec.probe(file, limits: fuzzLimits) }
    let picture = outcome { try ReadPicture(file) }
    guard case .success(let info) = probed else {
      return check(picture.failure == probed.failure, "read, or for another reason not, than probed")
    }
    check(ImageCodec.decodingMemory(for: info) > 0, "memory")
    if case .usable(let map)? = info.gainMap {
      check(map.workingBytes(making: map.size.pixelCount) > 0 && map.size.pixelCount > 0, "a gain map's memory")
      _ = outcome { try ReadPicture(map.file(in: file)) }
    }
    let scale = DecodeScale.allCases[input.count % 4]
    let scaled = outcome { try ReadPicture(file, scale: scale, bandHeight: 5) }
    check(
      (scaled.failure == nil) == (picture.failure == nil),
      "at \(scale): \(scaled.failure ?? "") \(picture.failure ?? "")")
    if case .success(let picture) = picture { checkPicture(picture, info, scaled) }
    if let layout = info.planes {
      let planes = outcome { try readPlanes(file, scale: .full) }
      check((planes.failure == nil) == (picture.failure == nil), "\(planes.failure ?? "") \(picture.failure ?? "")")
      if layout.chromaStep == nil, case .success(let luma) = planes, case .success(let picture) = picture {
        let red = stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
        check(luma == red, "a grey picture is its luma")
      }
      _ = outcome { try readPlanes(file, scale: scale, beside: picture) }
    }
  }

  private static func checkPicture(_ picture: ReadPicture, _ info: ImageInfo, _ scaled: Result<ReadPicture, CodecError>)
  {
    check(picture.info == info, "probing and reading say the same")
    if case .success(let scaled) = scaled, scaled.shape == picture.shape {
      check(scaled.bytes == picture.bytes && scaled.warnings == picture.warnings, "bands of any height give the same")
    }
    guard picture.bytes.count <= 1 << 16 else { return }
    switch outcome({ try picture.encoded(.jpeg(quality: 50)) }) {
    case .success(let written):
      let again = outcome { try ImageCodec.probe(EncodedImage(written)) }
      guard case .success(let again) = again else { fatalError("what is written can be read") }
      check(again.iccProfile == info.iccProfile && again.size == info.size, "the profile is carried")
    case .failure(let error):
      // A profile too large for its markers.
      check(info.iccProfile != nil, "it can be written: \(error.message)")
    }
  }

  /// The first plane without padding. All planes are read. Only files that libjpeg reads without a warning may be read without
  /// it, except for damage in a progressive file's later scans at an eighth.
  private static func readPlanes(
    _ file: EncodedImage, scale: DecodeScale, beside picture: Result<ReadPicture, CodecError>? = nil
  ) throws -> [UInt8] {
    let reader = try ImageCodec.makePlaneReader(bytes: file, scale: scale, limits: fuzzLimits)
    if reader.readsBlocks, let picture, !reader.info.isProgressive || scale != .eighth {
      check((try? picture.get())?.warnings == reader.warnings, "what is odd goes to libjpeg")
    }
    let size = reader.layout.sizes[0]
    let groups = zip(reader.groupHeights, reader.paddedWidths).map { GuardedRows(height: $0, rowBytes: $1) }
    var luma: [UInt8] = []
    while try reader.read(into: groups.map { ($0.base, $0.stride) }) {
      for group in groups { group.checkGuards() }
      let left = size.height - luma.count / size.width
      for y in 0..<min(reader.groupHeights[0], left) { luma += groups[0].row(y).prefix(size.width) }
    }
    check(luma.count == size.pixelCount, "every row of luma is delivered")
    return luma
  }
}
