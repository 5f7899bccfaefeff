import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// Progressive JPEGs decoded at reduced or full size from their blocks. jpegtran makes files progressive and keeps
/// every coefficient, so the result must equal that of the original file with one scan.
@Suite(.enabled(if: Program.jpegtran != nil, "jpegtran is not in PATH"))
struct ProgressiveScansTests {
  private static let scales = DecodeScale.allCases

  @Test(
    arguments: EncodeOptions.ChromaSubsampling.allCases, [(333, 217, 90), (64, 64, 75), (9, 9, 100), (200, 31, 20)])
  func progressiveFilesHaveTheSameCoefficients(
    subsampling: EncodeOptions.ChromaSubsampling, shape: (width: Int, height: Int, quality: Int)
  ) throws {
    let file = try BlockPictureTests.picture(shape.width, shape.height).encoded(
      .jpeg(quality: shape.quality, subsampling: subsampling))
    let progressive = try Program.transcoded(file, "-progressive")
    #expect(try ImageCodec.probe(EncodedImage(progressive)).isProgressive)
    for scale in Self.scales {
      let planes = try Planes(progressive, scale: scale)
      #expect(try planes.readsBlocks && planes == Planes(file, scale: scale), "\(scale)")
    }
  }

  /// Bits one by one, bands of one coefficient and of all, components in any order.
  @Test(
    arguments: [
      "0,1,2: 0-0, 0, 0; 0: 1-63, 0, 0; 1: 1-63, 0, 0; 2: 1-63, 0, 0;",
      "0: 0-0, 0, 0; 2: 0-0, 0, 0; 2: 1-63, 0, 0; 1: 0-0, 0, 0; 0: 1-1, 0, 0; 0: 2-63, 0, 0; 1: 1-63, 0, 0;",
      """
      0,1,2: 0-0, 0, 3; 0: 1-5, 0, 3; 0: 6-63, 0, 3; 0: 1-63, 3, 2; 1: 1-63, 0, 2; 0,1,2: 0-0, 3, 2; 2: 1-63, 0, 1;
      0: 1-20, 2, 1; 0: 21-63, 2, 1; 0: 1-63, 1, 0; 1: 1-63, 2, 1; 1: 1-3, 1, 0; 1: 4-63, 1, 0; 2: 1-63, 1, 0;
      0: 0-0, 2, 1; 0: 0-0, 1, 0; 1,2: 0-0, 2, 1; 2: 0-0, 1, 0; 1: 0-0, 1, 0;
      """,
    ], EncodeOptions.ChromaSubsampling.allCases)
  func anyScanScriptGivesTheSameCoefficients(script: String, subsampling: EncodeOptions.ChromaSubsampling) throws {
    let scans = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).scans")
    try Data(script.utf8).write(to: scans)
    defer { try? FileManager.default.removeItem(at: scans) }
    let file = try BlockPictureTests.picture(141, 93).encoded(.jpeg(quality: 95, subsampling: subsampling))
    let progressive = try Program.transcoded(file, "-scans", scans.path)
    #expect(try ImageCodec.probe(EncodedImage(progressive)).isProgressive)
    for scale in Self.scales {
      let planes = try Planes(progressive, scale: scale)
      #expect(try planes.readsBlocks && planes == Planes(file, scale: scale), "\(scale)")
    }
  }

  @Test(arguments: scales) func aTruncatedFileIsRefusedWhereverItEnds(scale: DecodeScale) throws {
    let file = try Program.transcoded(
      BlockPictureTests.picture(100, 80).encoded(.jpeg(quality: 80)), "-progressive")
    let header = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xda) }?.offset)
    for count in stride(from: header, to: file.count, by: 13) {
      #expect(throws: CodecError.self, "cut to \(count)") { try Planes(Array(file[..<count]), scale: scale) }
    }
  }

  /// At an eighth, later scans aren't needed, and only their headers are read. Larger scales need all scans.
  @Test func damageInLaterScansIsIgnoredAtAnEighth() throws {
    let file = try Program.transcoded(
      BlockPictureTests.picture(200, 160).encoded(.jpeg(quality: 80)), "-progressive")
    var damaged = file
    for index in file.count - 60..<file.count - 30 { damaged[index] = 0x55 }
    #expect(try Planes(damaged, scale: .eighth) == Planes(file, scale: .eighth))
    for scale in [DecodeScale.quarter, .half, .full] {
      #expect(throws: CodecError.self) { try Planes(damaged, scale: scale) }
    }
  }

  /// A grey file of one block. Its scans, of which the first has the first coefficient, have these headers' ends and data.
  private func file(codes: [(length: Int, symbols: [UInt8])], _ scans: [(header: [UInt8], data: [UInt8])]) -> [UInt8] {
    let segment = JPEGBuilder.segment
    let counts = (1...16).map { length in UInt8(codes.first { $0.length == length }?.symbols.count ?? 0) }
    var file: [UInt8] = [0xff, 0xd8] + segment(0xdb, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xc2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    file += segment(0xc4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    file += segment(0xc4, [0x10] + counts + codes.flatMap(\.symbols))
    for scan in [(header: [0, 0, 0x00], data: [0x7f])] + scans {
      file += segment(0xda, [1, 1, 0x00] + scan.header) + scan.data
    }
    return file + [0xff, 0xd9]
  }

  /// Each symbol's value has 15 bits, in data of one byte.
  @Test(arguments: scales.dropFirst(), [(length: 12, count: 1), (length: 8, count: 255)])
  func valuesBehindTheEndOfTheDataAreRefused(scale: DecodeScale, code: (length: Int, count: Int)) {
    let symbols = [UInt8](repeating: 0x0f, count: code.count)
    let file = file(codes: [(code.length, symbols)], [([1, 63, 0x00], [0x00])])
    #expect(throws: CodecError.self) { try Planes(file, scale: scale) }
  }

  /// Each of 63 new coefficients has 13 bits, in data of one byte.
  @Test(arguments: scales.dropFirst()) func refinementsBehindTheEndOfTheDataAreRefused(scale: DecodeScale) throws {
    let codes: [(length: Int, symbols: [UInt8])] = [(12, [0x01, 0x00])]
    let whole: (header: [UInt8], data: [UInt8]) = ([1, 63, 0x01], [0x00, 0x1f])
    let refined = file(codes: codes, [whole, ([1, 63, 0x10], [0x00, 0x1f])])
    #expect(try Planes(refined, scale: scale).readsBlocks)
    let damaged = file(codes: codes, [whole, ([1, 63, 0x10], [0x00])])
    #expect(throws: CodecError.self) { try Planes(damaged, scale: scale) }
  }

  @Test(arguments: scales) func scansAreLimited(scale: DecodeScale) throws {
    let file = try Program.transcoded(BlockPictureTests.picture(64, 64).encoded(.jpeg(quality: 80)), "-progressive")
    var limits = DecodeLimits()
    limits.maxScans = 10
    #expect(try Planes(file, scale: scale, limits: limits).readsBlocks)
    limits.maxScans = 3
    #expect(throws: CodecError.self) { try Planes(file, scale: scale, limits: limits) }
  }

  /// One bit per coefficient is held besides the kept coefficients.
  @Test func memoryIsPredicted() {
    let layout = PlaneLayout(luma: PixelSize(width: 4000, height: 3000), chromaStep: PixelSize(width: 2, height: 2))
    let blocks = 4000 * 3000 / 64
    for (scale, side) in [(DecodeScale.eighth, 1), (.quarter, 2), (.half, 4)] {
      let luma = blocks * (2 * side * side + (side == 1 ? 0 : 8))
      let chroma = blocks / 2 * (2 * 4 * side * side + 8)
      #expect(ImageCodec.planesMemory(of: layout, scale: scale) >= luma + chroma)
    }
  }

  /// Whatever changes in a file's data: if it is read without libjpeg, libjpeg reads it without a warning and finds the same
  /// coefficients, which jpegtran writes into a file with one scan.
  @Test(arguments: [EncodeOptions.ChromaSubsampling.none, .twoByTwo])
  func acceptedDataIsReadLikeLibjpeg(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let file = try Program.transcoded(
      BlockPictureTests.picture(72, 64, seed: 12).encoded(.jpeg(quality: 92, subsampling: subsampling)),
      "-progressive")
    let scan = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xda) }?.offset)
    var random = SeededRandom(seed: 21)
    var (accepted, left) = (0, 0)
    for round in 0..<600 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let index = Int.random(in: round % 8 == 0 ? 2..<damaged.count : scan..<damaged.count, using: &random)
        switch round % 4 {
        case 0, 1: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: damaged[index] = UInt8.random(in: 0...255, using: &random)
        default: damaged.remove(at: index)
        }
      }
      let limits = DecodeLimits(maxPixels: 2_000_000)
      for scale in [DecodeScale.quarter, .half, .full] {
        guard let reader = try? ImageCodec.makePlaneReader(bytes: EncodedImage(damaged), scale: scale, limits: limits),
          reader.readsBlocks
        else {
          left += 1
          continue
        }
        accepted += 1
        #expect(try Picture(decoding: damaged, limits: limits).warnings == reader.warnings, "round \(round)")
        // jpegtran fails for coefficients that no encoder writes into one scan.
        let straight = try Program.transcoded(damaged)
        guard let expected = try? Planes(straight, scale: scale, limits: limits), expected.readsBlocks else { continue }
        #expect(try Planes(damaged, scale: scale, limits: limits) == expected, "round \(round)")
      }
    }
    print("\(accepted) accepted, \(left) left to libjpeg")
    #expect(accepted > 100 && left > 100)
  }
}
