import PixelCore
import Synchronization

/// A conversion to sRGB for table profiles: for CMYK, or for RGB devices that no matrix describes.
///
/// Curves map each of a pixel's three or four values to a position in the profile's own grid. There the nodes around it
/// are interpolated as in colour engines: linearly between the two slices of a fourth value's grid, and in each slice
/// over the tetrahedron that contains the position. The result is L*a*b*, which is converted to light, and light to
/// sRGB. The grid is used unchanged, because a resampled one is off by several levels.
///
/// Everything up to L*a*b* is integer arithmetic on tables made with ``ExactMath``: positions between nodes are in
/// units of 2⁻¹⁴, values have 16 bits. The rest consists of single-precision sums, products and roots in a fixed order,
/// which IEEE 754 rounds the same everywhere:
///
///     fy = base + slope · rest            likewise a*/500 and −b*/200: a straight line, or as many as the curve behind the grid needs
///     X, Y, Z = f³, or (f − 16/116) · 108/841 where f is at most 24/116
///     light = min(1, max(0, M · (X, Y, Z) + offset))
///     level = ⌊½ + 255 · 12.92 · light⌋, or ⌊½ + p(√light)⌋ where light is beyond 0.0031308
///
/// Results are within a level of the floating-point result.
///
/// At 16 bits there is a position for each of 65536 values. Everything up to light is in single precision, and light is
/// encoded as in ``MatrixTransform``: within 12 of 65535.
package final class TableTransform: Sendable {
  /// Maps a channel's value, 0…1, to a position in the grid, 0…1.
  public typealias Curve = @Sendable (Double) -> Double

  /// Number of values per pixel: 3, or 4 for CMYK.
  public let channelCount: Int
  /// The position of every value of every channel: the node below it, and the distance to the next in units of 2⁻¹⁴.
  /// With three values, a first channel that is always at its only node precedes them.
  let places: [Place]
  /// L*, a*, b* and an unused number for every node, starting at −32768. One more node follows, because vectors read
  /// two at once.
  let nodes: [Int16]
  /// fy, a*/500 and −b*/200: for each part of the 16-bit range, the first value and the increment per step.
  let lines: [Float]
  /// Numbers in the order of ``Constant``.
  let constants: [Float]
  /// The number of nodes to the next node of the first channel, and the number of the 16 bits that are steps within a
  /// part of ``lines``.
  let layout: [Int32]
  private let curves: [Curve]
  private let sizes: [Int]
  private let deepPlacesMade = Mutex<[DeepPlace]?>(nil)

  struct Place: Sendable {
    /// Offset of the node, in nodes.
    var node: UInt32
    /// The high half is the distance from that node in units of 2⁻¹⁴. The low half is the number of nodes to the next
    /// one. So values are ordered by distance. The low half is 0 for the first channel.
    var way: Int32

    init(node: Int, step: Int, part: Int32) {
      (self.node, way) = (UInt32(node), part << 16 | Int32(step))
    }

    var part: Int32 { way &>> 16 }
    /// Number of nodes to the channel's next node; 0 if there is none.
    var step: Int { Int(way & 0xFFFF) }
  }

  /// Indices in ``constants``.
  enum Constant {
    /// The conversion from linear X, Y and Z to linear sRGB red, green and blue: three rows of three coefficients and
    /// an offset.
    static let rows = 0
    /// The coefficients of the polynomial p, starting with the constant term.
    static let levels = 12
  }

  /// - Parameters:
  ///   - curves: One for each channel: maps a value from 0 to 1 to a position from 0 to 1 in the grid.
  ///   - sizes: Number of nodes along each channel, from 2 to 255. The last channel varies fastest.
  ///   - nodes: Three 16-bit values for each node.
  ///   - outputs: L*, a* and b* for these values, 0…1.
  ///   - black: The luminance of the darkest colour, which becomes black.
  ///   - toSRGB: The matrix from XYZ relative to D50 to sRGB's light, nine coefficients row by row.
  public init(
    curves: [Curve], sizes: [Int], nodes: [UInt16], outputs: [(Double) -> Double], black: Double,
    toSRGB: [Double]
  ) {
    (channelCount, self.curves, self.sizes) = (curves.count, curves, sizes)
    precondition((3...4).contains(channelCount) && sizes.count == channelCount && outputs.count == 3)
    precondition(nodes.count == sizes.reduce(3, *) && sizes.allSatisfy((2...255).contains))
    var places = [Place](repeating: Place(node: 0, step: 0, part: 0), count: (4 - channelCount) * 256)
    for (channel, curve) in curves.enumerated() {
      let step = sizes[(channel + 1)...].reduce(1, *)
      let isFirstOfFour = channel == 0 && channelCount == 4
      places += (0..<256).map {
        Self.place(curve(Double($0) / 255), among: sizes[channel], step: step, isStepKept: !isFirstOfFour)
      }
    }
    self.places = places
    self.nodes =
      (0..<nodes.count / 3).flatMap { node -> [Int16] in
        (0..<3).map { channel -> Int16 in Int16(truncatingIfNeeded: Int(nodes[3 * node + channel]) - 32768) } + [0]
      } + [0, 0, 0, 0]
    let parts: [(Double) -> Double] = [{ ($0 + 16) / 116 }, { $0 / 500 }, { -$0 / 200 }]
    let shift: Int
    (lines, shift) = Self.lines(through: zip(outputs, parts).map { output, part in { part(output($0)) } })
    layout = [channelCount == 4 ? Int32(sizes[1...].reduce(1, *)) : 0, Int32(shift)]
    // Maps black to black and white to white, along the greys: (XYZ − black · D50) / (1 − black).
    var constants: [Float] = []
    for row in 0..<3 {
      let white: [Double] = (0..<3).map { toSRGB[3 * row + $0] * Self.white[$0] }
      constants += white.map { Float($0 / (1 - black)) }
      constants.append(Float(-white.reduce(0, +) * black / (1 - black)))
    }
    self.constants = constants + Self.levels
  }

  /// The position of every 16-bit value of every channel, made on first use.
  var deepPlaces: [DeepPlace] {
    deepPlacesMade.withLock { places in
      if let places { return places }
      var made: [DeepPlace] = []
      made.reserveCapacity(channelCount * 65536)
      for (channel, curve) in curves.enumerated() {
        let step = sizes[(channel + 1)...].reduce(1, *)
        for value in 0...65535 {
          made.append(DeepPlace(curve(Double(value) / 65535), among: sizes[channel], step: step))
        }
      }
      places = made
      return made
    }
  }

  private static let white = [0.9642, 1, 0.8249]

  private static func place(_ place: Double, among count: Int, step: Int, isStepKept: Bool) -> Place {
    let position = min(1, max(0, place)) * Double(count - 1)
    let node = min(Int(position), count - 2)
    let part = Int32(((position - Double(node)) * 16384).rounded())
    if part == 16384 { return Place(node: (node + 1) * step, step: 0, part: 0) }
    return Place(node: node * step, step: part == 0 || !isStepKept ? 0 : step, part: part)
  }

  /// Approximates three curves over 16 bits by straight lines: the fewest that deviate at 4097 positions by at most a
  /// quarter of what a 16-bit step changes, or the lines between all of these positions. Also returns the number of
  /// bits that are steps within a line.
  private static func lines(through curves: [(Double) -> Double]) -> (lines: [Float], shift: Int) {
    let values: [[Double]] = curves.map { curve in
      stride(from: 0, through: 65536, by: 16).map { curve(Double(min(65535, $0)) / 65535) }
    }
    let quarter: Double = 1 / 65535 / 4
    let tolerances: [Double] = [100 / 116 * quarter, 255 / 500 * quarter, 255 / 200 * quarter]
    for shift in [16, 10, 9, 8, 7, 6, 5, 4] {
      let count = 65536 >> shift
      let places = 4096 / count
      var lines: [Float] = []
      var areNear = true
      for (values, tolerance) in zip(values, tolerances) {
        for part in 0..<count {
          let start = part * places
          let base: Double = values[start]
          // The last position is one step closer.
          let width = Double(part == count - 1 ? 1 << shift - 1 : 1 << shift)
          let slope: Double = (values[start + places] - base) / width
          for place in 0..<places {
            let onLine: Double = base + slope * Double(16 * place)
            areNear = areNear && (onLine - values[start + place]).magnitude <= tolerance
          }
          lines.append(Float(base))
          lines.append(Float(slope))
        }
      }
      if areNear { return (lines, shift) }
    }
    preconditionFailure("the last lines pass through all places")
  }

  /// 255 · (1.055 · s^(5/6) − 0.055) + ½ from √0.0031308 to 1, within 0.019 of the formula: the minimax polynomial of
  /// the seventh degree, found numerically.
  static let levels: [Float] = [
    -10.664606, 414.09943717604074, -618.5625323211318, 1664.6607385795396, -3012.1090450035554, 3275.007361665773,
    -1927.1086481406273, 470.19552800874675,
  ]
}

/// A conversion from a profile's numbers to sRGB.
package enum ColorTransform: Sendable {
  case matrix(MatrixTransform)
  /// A table for pixels of three values.
  case table(TableTransform)
}

extension Kernels {
  /// Converts straight or opaque pixels from a profile to sRGB. Alpha doesn't change.
  public func convertToSRGB(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: ColorTransform, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch transform {
    case .matrix(let matrix): convertToSRGB(destination, source, matrix, count: count, depth: depth)
    case .table(let table):
      precondition(table.channelCount == 3)
      convertToSRGB(destination, source, table, count: count, depth: depth)
    }
  }

  /// Converts pixels from a profile to sRGB. With three values, pixels are straight or opaque, and alpha doesn't
  /// change. With four inks they become opaque.
  ///
  /// - Parameter isInverted: Whether values are the maximum minus the ink.
  public func convertToSRGB(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: TableTransform, count: Int,
    depth: PixelFormat.Depth = .eight, isInverted: Bool = false
  ) {
    switch depth {
    case .eight: convertToSRGB8(destination, source, transform, count, isInverted)
    case .sixteen: Self.convertToSRGB16(destination, source, transform, count, isInverted)
    }
  }

  private func convertToSRGB8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: TableTransform, _ count: Int,
    _ isInverted: Bool
  ) {
    let isCMYK = transform.channelCount == 4
    let flip: UInt32 = isCMYK && isInverted ? 0xFFFF_FFFF : 0
    transform.withPointers { pointers in
      let done = withUnsafeTemporaryAllocation(byteCount: 1536, alignment: 32) { scratch in
        withUnsafePointer(to: pointers.tables) { tables in
          tables.withMemoryRebound(to: UnsafeRawPointer.self, capacity: 5) {
            vectors.convertToSRGBByTable(destination, source, $0, scratch.baseAddress!, flip, isCMYK, count)
          }
        }
      }
      for index in done..<count {
        let pixel = source.pixel(index)
        // The tables have four channels. The first is a placeholder for RGB, so its pixel is shifted past it.
        let colour = pointers.colour(of: isCMYK ? pixel ^ flip : pixel &<< 8)
        destination.setPixel(index, colour | (isCMYK ? 0xFF00_0000 : pixel & 0xFF00_0000))
      }
    }
  }
}

extension TableTransform {
  func withPointers<R>(_ body: (Pointers) -> R) -> R {
    places.withUnsafeBufferPointer { places in
      nodes.withUnsafeBufferPointer { nodes in
        lines.withUnsafeBufferPointer { lines in
          constants.withUnsafeBufferPointer { constants in
            layout.withUnsafeBufferPointer { layout in
              body(
                Pointers(
                  places: places.baseAddress!, nodes: nodes.baseAddress!, lines: lines.baseAddress!,
                  constants: constants.baseAddress!, layout: layout.baseAddress!))
            }
          }
        }
      }
    }
  }

  /// Pointers to the tables.
  struct Pointers {
    let places: UnsafePointer<Place>
    let nodes: UnsafePointer<Int16>
    let lines: UnsafePointer<Float>
    let constants: UnsafePointer<Float>
    let layout: UnsafePointer<Int32>

    /// The tables in the form that the vector loops take.
    var tables: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) {
      (
        UnsafeRawPointer(places), UnsafeRawPointer(nodes), UnsafeRawPointer(lines), UnsafeRawPointer(constants),
        UnsafeRawPointer(layout)
      )
    }

    /// Returns red, green and blue for four values. The first value is the lowest byte.
    @inline(__always)
    func colour(of pixel: UInt32) -> UInt32 {
      let first = place(pixel, 0)
      var (a, b, c) = (place(pixel, 1), place(pixel, 2), place(pixel, 3))
      let start = Int(first.node &+ a.node &+ b.node &+ c.node)
      // Sorts the three without branches, which would be unpredictable.
      (a.way, b.way) = (max(a.way, b.way), min(a.way, b.way))
      (b.way, c.way) = (max(b.way, c.way), min(b.way, c.way))
      (a.way, b.way) = (max(a.way, b.way), min(a.way, b.way))
      let second = start &+ a.step
      let third = second &+ b.step
      let corners = (start, second, third, third &+ c.step)
      let weights = (16384 &- a.part, a.part &- b.part, b.part &- c.part, c.part)
      func value(_ channel: Int) -> Int {
        let here = interpolated(corners, weights, channel)
        if first.part == 0 { return Int(here) &+ 32768 }
        let there = interpolated(corners, weights, channel &+ 4 &* Int(layout[0]))
        return Int((here &* (16384 &- first.part) &+ there &* first.part &+ 8192) &>> 14) &+ 32768
      }
      let y = onLine(value(0), 0)
      let x = y + onLine(value(1), 1)
      let z = y + onLine(value(2), 2)
      let (lightX, lightY, lightZ) = (Self.light(of: x), Self.light(of: y), Self.light(of: z))
      func level(_ row: Int) -> UInt32 {
        let row = constants + TableTransform.Constant.rows + 4 &* row
        var sum: Float = row[0] * lightX
        sum = sum + row[1] * lightY
        sum = sum + row[2] * lightZ
        return encoded(sum + row[3])
      }
      return level(0) | level(1) &<< 8 | level(2) &<< 16
    }

    @inline(__always)
    private func place(_ pixel: UInt32, _ channel: UInt32) -> Place {
      places[Int(channel &* 256 &+ (pixel &>> (8 &* channel)) & 0xFF)]
    }

    @inline(__always)
    private func interpolated(
      _ corners: (Int, Int, Int, Int), _ weights: (Int32, Int32, Int32, Int32), _ channel: Int
    ) -> Int32 {
      func node(_ corner: Int) -> Int32 { Int32(nodes[4 &* corner &+ channel]) }
      var sum: Int32 = node(corners.0) &* weights.0
      sum = sum &+ node(corners.1) &* weights.1
      sum = sum &+ node(corners.2) &* weights.2
      sum = sum &+ node(corners.3) &* weights.3
      return (sum &+ 8192) &>> 14
    }

    /// Returns fy, a*/500 or −b*/200 for a 16-bit value.
    @inline(__always)
    private func onLine(_ value: Int, _ channel: Int) -> Float {
      let shift = Int(layout[1])
      let line = lines + 2 &* (channel &* (65536 &>> shift) &+ value &>> shift)
      return line[0] + line[1] * Float(value & (1 &<< shift &- 1))
    }

    /// Converts a root to light (ICC.1:2022, section 6.3.2.2).
    @inline(__always)
    static func light(of root: Float) -> Float {
      root > 24 / 116 ? root * root * root : (root - 16 / 116) * (108 / 841)
    }

    /// Returns the sRGB level for light.
    @inline(__always)
    private func encoded(_ light: Float) -> UInt32 {
      let light = min(1, max(0, light))
      if light <= 0.003_130_8 { return UInt32(light * (255 * 12.92) + 0.5) }
      let (root, p) = (light.squareRoot(), constants + TableTransform.Constant.levels)
      let square = root * root
      func line(_ index: Int) -> Float { p[index] + p[index &+ 1] * root }
      let low = line(0) + line(2) * square
      let high = line(4) + line(6) * square
      return UInt32(low + high * (square * square))
    }
  }
}
