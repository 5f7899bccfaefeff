import PixelCore
import PixelKernels
import TestSupport
import Testing

/// The filters of PNG rows compared with the specification's formulas, at every level.
@Suite struct PNGFilterTests {
  /// The predicted value of a byte (PNG, third edition, sections 9.2 and 9.4).
  private static func prediction(_ filter: PNGFilter, left: Int, above: Int, corner: Int) -> Int {
    switch filter {
    case .none: return 0
    case .sub: return left
    case .up: return above
    case .average: return (left + above) / 2
    case .paeth:
      let nearest = left + above - corner
      let distances = [left, above, corner].map { abs(nearest - $0) }
      return distances[0] <= distances[1] && distances[0] <= distances[2]
        ? left : distances[1] <= distances[2] ? above : corner
    }
  }

  private static func filtered(_ row: [UInt8], above: [UInt8], bytesPerPixel: Int, _ filter: PNGFilter) -> [UInt8] {
    row.indices.map { index in
      let isFirst = index < bytesPerPixel
      let predicted = prediction(
        filter, left: isFirst ? 0 : Int(row[index - bytesPerPixel]), above: Int(above[index]),
        corner: isFirst ? 0 : Int(above[index - bytesPerPixel]))
      return row[index] &- UInt8(predicted)
    }
  }

  /// The filter with the least sum of absolute values, with bytes read as −128 to 127.
  private static func best(_ row: [UInt8], above: [UInt8], bytesPerPixel: Int) -> PNGFilter {
    let sums = PNGFilter.allCases.map { filter in
      filtered(row, above: above, bytesPerPixel: bytesPerPixel, filter).reduce(0) { $0 + Int($1 < 128 ? $1 : 0 &- $1) }
    }
    return PNGFilter.allCases[sums.firstIndex(of: sums.min()!)!]
  }

  /// The result of `body` on a copy of `row` at an odd address, between bytes that must not change.
  private static func inPlace(_ row: [UInt8], _ body: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
    var room = [UInt8](repeating: 0xA5, count: 65) + row + [UInt8](repeating: 0x5A, count: 64)
    room.withUnsafeMutableBytes { body($0.baseAddress! + 65) }
    #expect(room[..<65].allSatisfy { $0 == 0xA5 } && room.suffix(64).allSatisfy { $0 == 0x5A }, "bytes around the row")
    return Array(room[65..<65 + row.count])
  }

  /// Rows of several kinds: noise, slopes, and the ends of the range.
  private static func row(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    let kind = Int.random(in: 0...2, using: &random)
    var value = UInt8.random(in: 0...255, using: &random)
    return (0..<count).map { _ in
      switch kind {
      case 0: value = .random(in: 0...255, using: &random)
      case 1: value &+= .random(in: 0...5, using: &random)
      default: value = [0, 1, 127, 128, 254, 255].randomElement(using: &random)!
      }
      return value
    }
  }

  @Test(arguments: CPULevel.available, [1, 2, 3, 4, 6, 8])
  func everyLevelMatchesTheSpecification(level: CPULevel, bytesPerPixel: Int) {
    let kernels = Kernels(level: level)
    var random = SeededGenerator(seed: UInt64(bytesPerPixel))
    for width in Array(1...70) + [1000] {
      let row = Self.row(width * bytesPerPixel, using: &random)
      let above = Self.row(row.count, using: &random)
      for filter in PNGFilter.allCases {
        let expected = Self.filtered(row, above: above, bytesPerPixel: bytesPerPixel, filter)
        let stored = Self.inPlace(row.map { _ in 0 }) {
          kernels.filter(
            $0, row, above: above, byteCount: row.count, bytesPerPixel: bytesPerPixel, filter: filter)
        }
        #expect(stored == expected, "\(filter), width \(width)")
        let restored = Self.inPlace(expected) {
          kernels.unfilter($0, above: above, byteCount: row.count, bytesPerPixel: bytesPerPixel, filter: filter)
        }
        #expect(restored == row, "\(filter) undone, width \(width)")
      }
      #expect(
        kernels.bestFilter(row, above: above, byteCount: row.count, bytesPerPixel: bytesPerPixel)
          == Self.best(row, above: above, bytesPerPixel: bytesPerPixel), "width \(width)")
    }
  }

  @Test(arguments: CPULevel.available, [1, 2, 3, 4, 6, 8])
  func twoRowsOfPaethsFilterAreUndoneAtOnce(level: CPULevel, bytesPerPixel: Int) {
    let kernels = Kernels(level: level)
    var random = SeededGenerator(seed: UInt64(bytesPerPixel))
    for width in Array(1...70) + [1000] {
      let rows = (0..<3).map { _ in Self.row(width * bytesPerPixel, using: &random) }
      let byteCount = rows[0].count
      let filtered = (1...2).map { Self.filtered(rows[$0], above: rows[$0 - 1], bytesPerPixel: bytesPerPixel, .paeth) }
      // The second row's filter type is between the rows.
      let restored = Self.inPlace(filtered[0] + [99] + filtered[1]) {
        kernels.unfilterPaethPair(
          $0, above: rows[0], byteCount: byteCount, bytesPerPixel: bytesPerPixel, stride: byteCount + 1)
      }
      #expect(restored == rows[1] + [99] + rows[2], "width \(width)")
    }
  }

  @Test func equalSumsSelectTheFirstFilter() {
    let zeros = [UInt8](repeating: 0, count: 400)
    for level in CPULevel.available {
      #expect(Kernels(level: level).bestFilter(zeros, above: zeros, byteCount: 400, bytesPerPixel: 4) == .none)
    }
  }

  /// Paeth's choice for all neighbours: the row above alternates between the corner's value and all others.
  @Test(arguments: CPULevel.available) func paethIsCorrectForAllNeighbors(level: CPULevel) {
    let kernels = Kernels(level: level)
    for corner in stride(from: 0, through: 255, by: isThorough ? 1 : 51) {
      let pixels = (0...255).flatMap { [corner, $0] }
      let above = pixels.flatMap { [UInt8](repeating: UInt8($0), count: 4) }
      for left in stride(from: 0, through: 255, by: isThorough ? 1 : 51) {
        let row = [UInt8](repeating: UInt8(left), count: above.count)
        var stored = row
        kernels.filter(&stored, row, above: above, byteCount: row.count, bytesPerPixel: 4, filter: .paeth)
        let isRight = (1..<pixels.count).allSatisfy { index in
          let predicted = Self.prediction(.paeth, left: left, above: pixels[index], corner: pixels[index - 1])
          return stored[4 * index] == UInt8(left) &- UInt8(predicted)
        }
        kernels.unfilter(&stored, above: above, byteCount: row.count, bytesPerPixel: 4, filter: .paeth)
        if !isRight || stored != row {
          Issue.record("left \(left), corner \(corner)")
          return
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func storedPixelsBecomeRGBA(channels: Int) {
    for count in 0...9 {
      let stored = (0..<count * channels).map { UInt8($0 * 37 & 255) }
      let pixels = Self.inPlace([UInt8](repeating: 0, count: count * 4)) {
        Kernels.current.expand($0, stored, channels: channels, count: count)
      }
      let expected = (0..<count).flatMap { index in
        let pixel = Array(stored[index * channels..<(index + 1) * channels])
        return switch channels {
        case 1: [pixel[0], pixel[0], pixel[0], 255]
        case 2: [pixel[0], pixel[0], pixel[0], pixel[1]]
        case 3: pixel + [255]
        default: pixel
        }
      }
      #expect(pixels == expected)
    }
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen], [true, false])
  func onlyTheNeededChannelsAreStored(depth: PixelFormat.Depth, isOpaque: Bool) {
    let channelBytes = depth.rawValue / 8
    for count in 0...9 {
      let row = (0..<count * 4 * channelBytes).map { UInt8($0 * 29 & 255) }
      let expected = (0..<count).flatMap { index in
        let pixel = Array(row[index * 4 * channelBytes..<(index + 1) * 4 * channelBytes])
        let ordered = depth == .eight ? pixel : [1, 0, 3, 2, 5, 4, 7, 6].map { pixel[$0] }
        return ordered.prefix((isOpaque ? 3 : 4) * channelBytes)
      }
      let stored = Self.inPlace(expected.map { _ in 0 }) {
        Kernels.current.pack($0, row, isOpaque: isOpaque, count: count, depth: depth)
      }
      #expect(stored == expected)
    }
  }
}
