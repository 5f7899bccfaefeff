import ImageCodecs
import PixelCore

/// A colour profile, copied without being interpreted: from a JPEG and a PNG it must be read back unchanged, unless it is
/// refused, or dropped by libpng.
enum ICCTarget {
  private static let shape = ImageShape(size: PixelSize(width: 3, height: 2), format: .encodedOpaque)

  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    if file.count >= 132, file[36..<40].elementsEqual("acsp".utf8) { return [file] }
    let info = try? ImageCodec.probe(EncodedImage(file), limits: fuzzLimits)
    return info?.iccProfile.map { [$0] } ?? []
  }

  static func take(_ input: [UInt8]) {
    if case .success(let file) = written(input, .jpeg(quality: 50, subsampling: .none)) {
      check(profile(of: file) == input, "a JPEG carries the profile")
    }
    if case .success(let file) = written(input, .png(compression: 1)), let profile = profile(of: file) {
      check(profile == input, "a PNG carries the profile")
    }
  }

  private static func written(_ profile: [UInt8], _ coding: EncodeOptions.Coding) -> Result<[UInt8], CodecError> {
    outcome {
      try encode(
        [UInt8](repeating: 99, count: shape.bytesPerRow * shape.size.height), shape,
        EncodeOptions(coding, iccProfile: profile))
    }
  }

  private static func profile(of file: [UInt8]) -> [UInt8]? {
    switch outcome({ try ReadPicture(EncodedImage(file)) }) {
    case .success(let picture): picture.info.iccProfile
    case .failure(let error): fatalError("what is written can be read: \(error.message)")
    }
  }
}
