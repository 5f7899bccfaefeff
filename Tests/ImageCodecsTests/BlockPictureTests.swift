import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// JPEGs decoded from their blocks without libjpeg, at full size or from the lowest coefficients at a reduced one.
@Suite struct BlockPictureTests {
  /// Detail of all frequencies, which takes many bytes, and plain areas, with no sample near an end of the range.
  static func picture(_ width: Int, _ height: Int, seed: UInt64 = 5) -> Picture {
    var random = SeededRandom(seed: seed)
    return Picture(width: width, height: height) { x, y in
      if (x / 24 + y / 40) % 3 == 0 { return [150, UInt16(90 + y % 60), 110, 255] }
      return (0..<3).map { _ in UInt16.random(in: 70...180, using: &random) } + [255]
    }
  }

  // MARK: Results

  /// A flat block has one value at any scale. The file is built from the specification alone.
  @Test(
    arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (3, 1)], [0, 1, 3, 16, 100, 150])
  func flatBlocksKeepTheirValues(sampling: (Int, Int), restartInterval: Int) throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let size = PixelSize(width: 141, height: 101)
    var builder = JPEGBuilder(
      width: size.width, height: size.height,
      components: [.init(id: 1, horizontal: sampling.0, vertical: sampling.1, value: value)]
        + (2...3).map { id in .init(id: id, value: { value($0 + Int(id), $1) }) })
    builder.restartInterval = restartInterval
    // Chroma that is subsampled in both directions is decoded at twice luma's scale.
    let more = min(sampling.0, sampling.1) == 2 ? 2 : 1
    for (scale, side) in [(DecodeScale.eighth, 1), (.quarter, 2), (.half, 4)] {
      let planes = try Planes(builder.bytes, scale: scale)
      #expect(planes.readsBlocks)
      let step = PixelSize(width: sampling.0 / more, height: sampling.1 / more)
      #expect(planes.layout == PlaneLayout(luma: scale.scaled(size), chromaStep: step))
      for (plane, rows) in planes.rows.enumerated() {
        #expect(rows.count == planes.layout.sizes[plane].height)
        let (offset, side) = plane == 0 ? (0, side) : (plane + 1, side * more)
        for (y, row) in rows.enumerated() {
          #expect(
            row == row.indices.map { UInt8(value($0 / side + offset, y / side)) }, "\(scale), plane \(plane), row \(y)")
        }
      }
    }
  }

  /// At full size, libjpeg gives the same samples, also of photos of the highest quality, whose symbols and values are the longest.
  @Test(
    arguments: [(640, 480, 100), (333, 217, 97), (333, 217, 30), (16, 9, 100), (1, 1, 85)],
    EncodeOptions.ChromaSubsampling.allCases)
  func fullSizeEqualsLibjpeg(
    _ shape: (width: Int, height: Int, quality: Int), _ subsampling: EncodeOptions.ChromaSubsampling
  ) throws {
    let file = try Self.picture(shape.width, shape.height).encoded(
      .jpeg(quality: shape.quality, subsampling: subsampling))
    for arguments in [[], ["-optimize"], ["-restart", "1"], ["-progressive"]] {
      let file = arguments.isEmpty ? file : try Program.transcoded(file, arguments)
      let (own, libjpegs) = (try Planes(file, scale: .full), try Planes(Array(file.dropLast(2)), scale: .full))
      #expect(own.readsBlocks && !libjpegs.readsBlocks)
      #expect(own.layout == libjpegs.layout && own.rows == libjpegs.rows)
    }
  }

  /// At 1/8, libjpeg gives the same samples and pixels.
  @Test(arguments: [(640, 480, 95), (333, 217, 100), (333, 217, 30), (16, 9, 85), (1, 1, 85)])
  func anEighthEqualsLibjpeg(_ shape: (width: Int, height: Int, quality: Int)) throws {
    let file = try Self.picture(shape.width, shape.height).encoded(.jpeg(quality: shape.quality, subsampling: .none))
    let planes = try Planes(file, scale: .eighth)
    #expect(planes.readsBlocks)
    #expect(planes.picture.hasPixels(of: try Picture(decoding: file, scale: .eighth)))
  }

  /// Streams that begin in the middle of the data have room for a part of the blocks, which may not match the share of bytes: all
  /// detail is in some tenths of the picture. Chroma of half the width has MCUs of several blocks to divide.
  @Test(
    arguments: [[], [0], [9], [4], [0, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9], Array(0...9)]
      as [[Int]],
    [EncodeOptions.ChromaSubsampling.none, .twoByOne])
  func detailCanBeAnywhere(tenths: [Int], subsampling: EncodeOptions.ChromaSubsampling) throws {
    var random = SeededRandom(seed: 21)
    let (width, height) = (480, 640)
    let grey = Picture(width: width, height: height) { x, y in
      let isPlain = !tenths.contains(y * 10 / height)
      let value = isPlain ? UInt16(100 + x / 16) : UInt16.random(in: 0...255, using: &random)
      return [value, value, value, 255]
    }
    let file = try grey.encoded(.jpeg(quality: 95, subsampling: subsampling))
    try checkLumaOfAnEighth(of: file)
  }

  /// Checks that luma at 1/8 equals the red of libjpeg's pixels of a grey picture.
  private func checkLumaOfAnEighth(of file: [UInt8]) throws {
    let planes = try Planes(file, scale: .eighth)
    let picture = try Picture(decoding: file, scale: .eighth)
    #expect(planes.readsBlocks)
    #expect(
      planes.rows[0].joined().map(UInt16.init)
        == stride(from: 0, to: picture.samples.count, by: 4).map { picture.samples[$0] })
  }

  /// Grey, so that libjpeg's interpolation of chroma doesn't matter: subsampled files are compared by their luma.
  @Test(arguments: [EncodeOptions.ChromaSubsampling.twoByTwo, .twoByOne])
  func anEighthOfLumaEqualsLibjpeg(_ subsampling: EncodeOptions.ChromaSubsampling) throws {
    var random = SeededRandom(seed: 8)
    let grey = Picture(width: 600, height: 400) { _, _ in
      let value = UInt16.random(in: 0...255, using: &random)
      return [value, value, value, 255]
    }
    let file = try grey.encoded(.jpeg(quality: 92, subsampling: subsampling))
    try checkLumaOfAnEighth(of: file)
  }

  /// The inverse DCT of 2 or 4 points over the lowest coefficients of the full-size samples; of 8 points, the samples themselves.
  /// Chroma of 4:2:0 has twice as many points as luma, so at a half it equals libjpeg's bit for bit.
  @Test(
    arguments: [(DecodeScale.eighth, 1), (.quarter, 2), (.half, 4)],
    [EncodeOptions.ChromaSubsampling.none, .twoByOne, .twoByTwo])
  func samplesAreTheReducedInverseDCT(
    _ scale: (DecodeScale, side: Int), _ subsampling: EncodeOptions.ChromaSubsampling
  ) throws {
    let file = try Self.picture(320, 240).encoded(.jpeg(quality: 100, subsampling: subsampling))
    // Without its end marker, libjpeg reads the file.
    let (small, full) = (try Planes(file, scale: scale.0), try Planes(Array(file.dropLast(2)), scale: .full))
    #expect(small.readsBlocks && !full.readsBlocks)
    for plane in 0..<3 {
      let side = plane > 0 && subsampling == .twoByTwo ? 2 * scale.side : scale.side
      if side == 8 {
        #expect(small.rows[plane] == full.rows[plane])
      } else {
        checkInverseDCT(small.rows[plane], of: full.rows[plane], side)
      }
    }
  }

  private func checkInverseDCT(_ small: [[UInt8]], of full: [[UInt8]], _ side: Int) {
    func cosine(_ place: Int, _ frequency: Int, _ points: Int) -> Double {
      let scale = frequency == 0 ? (1 / Double(points)).squareRoot() : (2 / Double(points)).squareRoot()
      return scale * cos((2 * Double(place) + 1) * Double(frequency) * .pi / (2 * Double(points)))
    }
    let (rows, columns) = (full.count / 8, full[0].count / 8)
    var squares = 0.0
    for (row, column) in (0..<rows).flatMap({ row in (0..<columns).map { (row, $0) } }) {
      let kept = (0..<side).map { v in
        (0..<side).map { u in
          (0..<64).reduce(0.0) { sum, index in
            let (y, x) = (index / 8, index % 8)
            let sample = Double(full[row * 8 + y][column * 8 + x]) - 128
            return sum + sample * cosine(y, v, 8) * cosine(x, u, 8)
          }
        }
      }
      for (y, x) in (0..<side).flatMap({ y in (0..<side).map { (y, $0) } }) {
        let exact = (0..<side * side).reduce(0.0) { sum, index in
          sum + kept[index / side][index % side] * cosine(y, index / side, side) * cosine(x, index % side, side)
        }
        let difference = Double(small[row * side + y][column * side + x]) - 128 - exact * Double(side) / 8
        #expect(difference.magnitude < 1.1)
        squares += difference * difference
      }
    }
    // Rounding alone contributes 0.083 for the full-size samples and 0.083 for these.
    #expect(squares / Double(rows * columns * side * side) < 0.2)
  }

  /// A stream from the beginning, two that meet in the middle, and two over parts between restarts give the same result.
  @Test(
    .enabled(if: Program.jpegtran != nil, "jpegtran is not in PATH"),
    arguments: DecodeScale.allCases.filter { $0 != .full })
  func restartsChangeNothing(scale: DecodeScale) throws {
    let file = try Self.picture(700, 500).encoded(.jpeg(quality: 90))
    let planes = try Planes(file, scale: scale)
    for interval in ["1", "7B", "100B", "2000B"] {
      let restarting = try Program.transcoded(file, "-restart", interval)
      #expect(restarting != file)
      #expect(try Planes(restarting, scale: scale) == planes, "a restart every \(interval)")
    }
    #expect(try Planes(Program.transcoded(file, "-optimize"), scale: scale) == planes)
  }

  /// A reader for one scale can be used for the other scales.
  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases, [(333, 217), (9, 9), (800, 600)])
  func otherScalesUseDataAlreadyRead(subsampling: EncodeOptions.ChromaSubsampling, size: (Int, Int)) throws {
    let file = try Self.picture(size.0, size.1).encoded(.jpeg(quality: 90, subsampling: subsampling))
    let half = try ImageCodec.makePlaneReader(bytes: EncodedImage(file), scale: .half)
    let quarter = try #require(half.reader(at: .quarter))
    for (scale, reader) in [
      (DecodeScale.eighth, half.reader(at: .eighth)), (.eighth, quarter.reader(at: .eighth)), (.quarter, quarter),
    ] {
      let reader = try #require(reader)
      #expect(reader.meansOf(plane: 0) == (scale == .eighth ? 8 : 1))
      #expect(reader.meansOf(plane: 1) == (scale == .eighth && subsampling != .twoByTwo ? 8 : 1))
      #expect(try Planes(reader) == Planes(file, scale: scale))
    }
    #expect(try Planes(half) == Planes(file, scale: .half))
    for scale in [DecodeScale.half, .full] {
      #expect(try Planes(#require(quarter.reader(at: scale))) == Planes(file, scale: scale))
    }
    let full = try ImageCodec.makePlaneReader(bytes: EncodedImage(file), scale: .full)
    #expect(try Planes(#require(full.reader(at: .half))) == Planes(file, scale: .half))
  }

  /// Whichever way the planes are read.
  @Test(arguments: DecodeScale.allCases)
  func readingStopsAtTheTimeLimit(scale: DecodeScale) throws {
    let file = try Self.picture(640, 480).encoded(.jpeg(quality: 90))
    var limits = DecodeLimits()
    limits.timeLimit = TimeLimit(seconds: 1e-9)
    #expect {
      try Planes(file, scale: scale, limits: limits)
    } throws: { error in
      if case .tookTooLong(1e-9) = error as? CodecError { true } else { false }
    }
  }

  // MARK: Files left to libjpeg

  /// libjpeg warns about leftover bytes, so it must read the file.
  @Test func unusualFilesAreReadByLibjpeg() throws {
    let file = try Self.picture(64, 48).encoded(.jpeg(quality: 80))
    #expect(try Planes(file, scale: .eighth).readsBlocks)
    var left = file
    left.insert(contentsOf: [1, 2, 3], at: file.count - 2)
    let reader = try ImageCodec.makePlaneReader(bytes: EncodedImage(left), scale: .eighth)
    #expect(!reader.readsBlocks)
    // A wrong restart number.
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(width: 80, height: 16, components: [.init(id: 1, value: value)])
    builder.restartInterval = 4
    var bytes = builder.bytes
    #expect(try Planes(bytes, scale: .eighth).readsBlocks)
    let restart = try #require(zip(bytes, bytes.dropFirst()).enumerated().first { $1 == (0xff, 0xd1) }?.offset)
    bytes[restart + 1] = 0xd5
    #expect(try ImageCodec.makePlaneReader(bytes: EncodedImage(bytes), scale: .eighth).readsBlocks == false)
  }

  /// Several scans of one component each.
  @Test func scansOfSingleComponentsAreReadByLibjpeg() throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(width: 64, height: 64, components: (1...3).map { .init(id: $0, value: value) })
    builder.scans = [[0], [1], [2]]
    let planes = try Planes(builder.bytes, scale: .eighth)
    #expect(!planes.readsBlocks)
    #expect(planes.rows[2][3] == (0..<8).map { UInt8(value($0, 3)) })
  }

  /// libjpeg refuses a code of all ones, and one for differences of more than 15 bits, whether they are used or not. The rest of
  /// the file is valid.
  @Test(arguments: [([1], [0]), ([2], [0, 1]), ([1, 1], [0, 16]), ([1, 1], [0, 15])] as [([UInt8], [UInt8])])
  func codesThatLibjpegRefusesAreRefused(_ code: (counts: [UInt8], symbols: [UInt8])) throws {
    let counts = code.counts + [UInt8](repeating: 0, count: 16 - code.counts.count)
    let table = { (kind: UInt8, counts: [UInt8], symbols: [UInt8]) -> [UInt8] in
      [0xff, 0xc4, 0, UInt8(19 + symbols.count), kind] + counts + symbols
    }
    let quantiser: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9]
    let file =
      [0xff, 0xd8] + quantiser + frame + table(0, counts, code.symbols)
      + table(0x10, [1] + [UInt8](repeating: 0, count: 15), [0]) + scan
    let isRead = (try? Picture(decoding: file)) != nil
    #expect(isRead == (code.symbols.last != 1 && code.symbols.last != 16))
    #expect(((try? Planes(file, scale: .eighth)) != nil) == isRead)
  }

  /// Whatever changes in a file's data: if it is read without libjpeg, libjpeg reads it without a warning and with the same result.
  @Test(arguments: [(0, 0), (1, 0), (0, 1), (1, 1)])
  func acceptedDataIsReadLikeLibjpeg(restarts: Int, large: Int) throws {
    let size = large == 1 ? (320, 256) : (72, 64)
    var file = try Self.picture(size.0, size.1, seed: UInt64(11 + large)).encoded(
      .jpeg(quality: 95, subsampling: .none))
    if restarts == 1 {
      guard Program.jpegtran != nil else { return }
      file = try Program.transcoded(file, "-restart", "5B")
    }
    let scan = try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xda) }?.offset)
    var random = SeededRandom(seed: UInt64(2 * restarts + large))
    var (accepted, left) = (0, 0)
    for round in 0..<(large == 1 ? 60 : 400) {
      var damaged = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: round % 8 == 0 ? 2..<damaged.count : scan..<damaged.count, using: &random)
        switch round % 4 {
        case 0: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: damaged[index] = UInt8.random(in: 0...255, using: &random)
        case 2: damaged.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: damaged.remove(at: index)
        }
      }
      let limits = DecodeLimits(maxPixels: 2_000_000)
      guard let reader = try? ImageCodec.makePlaneReader(bytes: EncodedImage(damaged), scale: .eighth, limits: limits)
      else { continue }
      guard reader.readsBlocks, reader.fullLayout.chromaStep.map({ $0 == PixelSize(width: 1, height: 1) }) ?? true
      else {
        left += 1
        continue
      }
      accepted += 1
      let picture = try Picture(decoding: damaged, scale: .eighth, limits: limits)
      #expect(picture.warnings == reader.warnings)
      #expect(try Planes(damaged, scale: .eighth, limits: limits).picture.hasPixels(of: picture), "round \(round)")
      for scale in [DecodeScale.quarter, .half] {
        #expect(try Planes(damaged, scale: scale, limits: limits).readsBlocks)
      }
    }
    print("\(accepted) accepted, \(left) left to libjpeg")
    #expect(left > 0)
  }
}
