import Foundation
import ImageCodecs
import Testing

/// Arithmetic-coded JPEGs whose data ends early, which libjpeg doesn't report.
@Suite(.enabled(if: Program.jpegtran != nil, "jpegtran is not in PATH")) struct ArithmeticCodingTests {
  /// Noise in the upper rows, and white below.
  private func file(noisyRows: Int) throws -> [UInt8] {
    var random = SeededRandom(seed: 9)
    let picture = Picture(width: 512, height: 256) { _, y in
      (0..<3).map { _ in y < noisyRows ? UInt16.random(in: 0...255, using: &random) : 255 } + [255]
    }
    return try picture.encoded(.jpeg(quality: 90))
  }

  /// The same coefficients, arithmetic-coded by another program.
  private func arithmetic(_ file: [UInt8]) throws -> [UInt8] {
    let place = FileManager.default.temporaryDirectory.appending(path: "packshot-\(UUID().uuidString).jpg")
    try Data(file).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try #require(Program.jpegtran).output("-arithmetic", "-copy", "all", place.path)
  }

  @Test(arguments: [0.1, 0.2, 0.3, 0.5, 0.7], [DecodeScale.full, .eighth])
  func dataThatEndsEarlyIsDamage(share: Double, scale: DecodeScale) throws {
    let file = try arithmetic(file(noisyRows: 256))
    #expect(try Picture(decoding: file, scale: scale).warnings.isEmpty)
    let cut = Array(file[..<Int(Double(file.count) * share)]) + [0xff, 0xd9]
    expectDamaged(.jpeg) { try Picture(decoding: cut, scale: scale) }
  }

  /// The early end may be visible in the chroma only.
  @Test func pixelsAndPlanesAreJudgedAlike() throws {
    let picture = Picture(width: 320, height: 240) { x, y in
      let (x, y) = (Double(x), Double(y))
      let (luma, blue, red) = (128 + 30 * sin((x + y) / 25), 40 * sin(x / 9), 40 * cos(y / 7 + x / 31))
      // ITU-T T.871.
      return [1.402 * red, -0.344136 * blue - 0.714136 * red, 1.772 * blue].map {
        UInt16(min(max(luma + $0, 0), 255).rounded())
      } + [255]
    }
    let file = try arithmetic(picture.encoded(.jpeg(quality: 90)))
    for share in stride(from: 0.15, to: 0.95, by: 0.01) {
      let cut = Array(file[..<Int(Double(file.count) * share)]) + [0xff, 0xd9]
      #expect(
        ((try? Picture(decoding: cut)) == nil) == ((try? Planes(cut, scale: .full)) == nil), "cut after \(share) of it")
    }
  }

  /// White needs no data, and encoders write none, which isn't damage.
  @Test(arguments: DecodeScale.allCases)
  func aPlainAreaWithoutDataIsAccepted(scale: DecodeScale) throws {
    let huffman = try file(noisyRows: 30)
    let picture = try Picture(decoding: arithmetic(huffman), scale: scale)
    #expect(picture.hasPixels(of: try Picture(decoding: huffman, scale: scale)) && picture.warnings.isEmpty)
  }

  /// Colour rows, planes and small pictures each show a different part of the data, but must give the same result.
  @Test(arguments: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
  func dataThatEndsEarlyIsDamageHoweverItIsDecoded(share: Double) throws {
    let picture = Picture(width: 160, height: 160) { x, y in
      (y < 120 ? [x * y / 50, x + y / 2, 255 - y].map { UInt16($0 & 255) } : [255, 255, 255]) + [255]
    }
    let whole = try arithmetic(picture.encoded(.jpeg(quality: 85, subsampling: .none)))
    let cut = Array(whole[..<Int(Double(whole.count) * share)]) + [0xff, 0xd9]
    for scale in DecodeScale.allCases {
      #expect(try Picture(decoding: whole, scale: scale).warnings.isEmpty)
      _ = try Planes(whole, scale: scale)
      expectDamaged(.jpeg) { try Picture(decoding: cut, scale: scale) }
      expectDamaged(.jpeg) { try Planes(cut, scale: scale) }
    }
  }
}
