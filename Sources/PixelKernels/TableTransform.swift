import PixelCore

/// The way to sRGB from colours that a profile knows by a table: inks, or lights that mix in no simple way.
///
/// A pixel's three or four values go through a curve each to a place in the profile's own grid. There its neighbours are
/// interpolated as colour engines do: between the two slices of a fourth value's grid in a straight line, and in each over the
/// tetrahedron of the cube that the place is in. What comes out is L*a*b*, which becomes light, and light sRGB. The grid is used as it
/// is: one resampled to other places is off by several levels.
///
/// All that is done to a pixel is integer arithmetic on tables, which are made with ``ExactMath``: places are in 2¹⁴ths between
/// neighbours, values in 16 bits, light in 2¹⁴ths. Results are within a level of
/// what floating point gives, but for some in a million, which are off by up to 1.25.
public final class TableTransform: Sendable {
  /// How many values a pixel has: 3, or 4 of inks.
  public let channelCount: Int
  /// For every value of every channel: the offset of the node below its place and 2¹⁴ths to the next. Three values have a first
  /// channel before them that is always at its only node.
  let places: [Place]
  /// L*, a*, b* and nothing of every node, from −32768.
  let nodes: [Int16]
  /// What the 14 highest bits of L*, a* and b* give to the roots of light, in 65536ths: three tables.
  let roots: [Int32]
  /// From the light of X, Y and Z to that of sRGB's red, green and blue: three rows of three coefficients and an offset.
  let rows: [Int64]

  struct Place: Sendable {
    var offset: UInt32
    /// How far the place is from that node, in 2¹⁴ths, in the high half, and how far off the next node is in the low half: ways are
    /// in the order of the former.
    var way: UInt64

    init(offset: Int, step: Int, part: Int32) {
      (self.offset, way) = (UInt32(offset), UInt64(part) << 32 | UInt64(step))
    }

    var part: Int32 { Int32(truncatingIfNeeded: way &>> 32) }
    /// 0 where there is no next.
    var step: Int { Int(truncatingIfNeeded: way & 0xFFFF_FFFF) }
  }

  /// - Parameters:
  ///   - curves: One for each channel: a place from 0 to 1 in the grid for a value from 0 to 1.
  ///   - sizes: How many nodes the grid has along each channel, two at least. The last channel's are neighbours.
  ///   - nodes: Three values of 16 bits for each node.
  ///   - outputs: L*, a* and b* for these values, 0…1.
  ///   - black: The luminance of the darkest colour, which becomes black.
  ///   - toSRGB: From XYZ relative to D50 to sRGB's light, nine coefficients row by row.
  public init(
    curves: [(Double) -> Double], sizes: [Int], nodes: [UInt16], outputs: [(Double) -> Double], black: Double,
    toSRGB: [Double]
  ) {
    channelCount = curves.count
    precondition((3...4).contains(channelCount) && sizes.count == channelCount && outputs.count == 3)
    precondition(nodes.count == sizes.reduce(3, *) && sizes.allSatisfy { $0 > 1 })
    var places = [Place](repeating: Place(offset: 0, step: 0, part: 0), count: (4 - channelCount) * 256)
    for (channel, curve) in curves.enumerated() {
      let step = sizes[(channel + 1)...].reduce(4, *)
      places += (0..<256).map { Self.place(curve(Double($0) / 255), among: sizes[channel], step: step) }
    }
    self.places = places
    self.nodes = (0..<nodes.count / 3).flatMap { node in
      (0..<4).map { $0 == 3 ? 0 : Int16(truncatingIfNeeded: Int(nodes[3 * node + $0]) - 32768) }
    }
    let parts: [(Double) -> Double] = [{ ($0 + 16) / 116 }, { $0 / 500 }, { -$0 / 200 }]
    roots = zip(outputs, parts).flatMap { output, part in
      (0..<1 << 14).map { Int32((part(output((Double(4 * $0) + 1.5) / 65535)) * 65536).rounded()) }
    }
    // Black to black, white to white, along the greys: (XYZ − black · D50) / (1 − black).
    let one = Double(1 << 20)
    rows = (0..<3).flatMap { row in
      let white = (0..<3).map { toSRGB[3 * row + $0] * Self.white[$0] }
      // Half a unit of the sum, which is cut off.
      let offset = Int64((-white.reduce(0, +) * black / (1 - black) * one * Double(1 << 24)).rounded()) + 1 << 29
      return white.map { Int64(($0 / (1 - black) * one).rounded()) } + [offset]
    }
  }

  private static let white = [0.9642, 1, 0.8249]

  private static func place(_ place: Double, among count: Int, step: Int) -> Place {
    let position = min(1, max(0, place)) * Double(count - 1)
    let node = min(Int(position), count - 2)
    let part = Int32(((position - Double(node)) * 16384).rounded())
    if part == 16384 { return Place(offset: (node + 1) * step, step: 0, part: 0) }
    return Place(offset: node * step, step: part == 0 ? 0 : step, part: part)
  }

  /// Light in 2²⁴ths for roots in 2¹⁴ths from −0.75: a cube, and a straight line near black (ICC.1:2022, section 6.3.2.2).
  static let light: [Int32] = (0..<(5 << 13)).map { index in
    let root = Double(index) / 16384 - 0.75
    let light = root > 24 / 116.0 ? root * root * root : (root - 16 / 116.0) * 108 / 841
    return Int32((light * Double(1 << 24)).rounded())
  }
}

/// What makes sRGB of the numbers of some profile.
public enum ColorTransform: Sendable {
  case matrix(MatrixTransform)
  /// Of pixels of three values.
  case table(TableTransform)
}

extension Kernels {
  /// Straight or opaque pixels from a profile's numbers to sRGB's. Alpha stays. Tables are for 8 bits a channel.
  public func convertToSRGB(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: ColorTransform, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch transform {
    case .matrix(let matrix): convertToSRGB(destination, source, matrix, count: count, depth: depth)
    case .table(let table):
      precondition(depth == .eight && table.channelCount == 3)
      convertToSRGB(destination, source, table, count: count)
    }
  }

  /// Pixels from a profile's numbers to sRGB's. Of three values, straight or opaque ones, alpha stays; of four inks they become
  /// opaque. 8 bits a channel.
  ///
  /// - Parameter isInverted: Whether values are 255 less the ink.
  public func convertToSRGB(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: TableTransform, count: Int,
    isInverted: Bool = false
  ) {
    let flip: UInt32 = isInverted ? 0xFFFF_FFFF : 0
    let hasInks = transform.channelCount == 4
    transform.withPointers { pointers in
      let done = withUnsafePointer(to: pointers.tables) { tables in
        tables.withMemoryRebound(to: UnsafeRawPointer.self, capacity: 6) {
          vectors.convertToSRGBByTable(destination, source, $0, flip, hasInks, count)
        }
      }
      for index in done..<count {
        let pixel = source.pixel(index)
        // Of three values the first channel is the one that is not there.
        let colour = pointers.colour(of: hasInks ? pixel ^ flip : pixel &<< 8)
        destination.setPixel(index, colour | (hasInks ? 0xFF00_0000 : pixel & 0xFF00_0000))
      }
    }
  }
}

extension TableTransform {
  fileprivate func withPointers<R>(_ body: (Pointers) -> R) -> R {
    places.withUnsafeBufferPointer { places in
      nodes.withUnsafeBufferPointer { nodes in
        roots.withUnsafeBufferPointer { roots in
          Self.light.withUnsafeBufferPointer { light in
            MatrixTransform.encoded.withUnsafeBufferPointer { encoded in
              rows.withUnsafeBufferPointer { rows in
                body(
                  Pointers(
                    places: places.baseAddress!, nodes: nodes.baseAddress!, roots: roots.baseAddress!,
                    light: light.baseAddress!, encoded: encoded.baseAddress!, rows: rows.baseAddress!))
              }
            }
          }
        }
      }
    }
  }

  /// The tables at work.
  fileprivate struct Pointers {
    let places: UnsafePointer<Place>
    let nodes: UnsafePointer<Int16>
    let roots: UnsafePointer<Int32>
    let light: UnsafePointer<Int32>
    let encoded: UnsafePointer<UInt8>
    let rows: UnsafePointer<Int64>

    /// As vectors take them.
    var tables:
      (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    {
      (
        UnsafeRawPointer(places), UnsafeRawPointer(nodes), UnsafeRawPointer(roots), UnsafeRawPointer(light),
        UnsafeRawPointer(encoded), UnsafeRawPointer(rows)
      )
    }

    /// Red, green and blue of four values, the first the lowest byte.
    @inline(__always)
    func colour(of pixel: UInt32) -> UInt32 {
      let first = places[Int(pixel & 0xFF)]
      var (a, b, c) = (place(pixel, 1), place(pixel, 2), place(pixel, 3))
      let start = Int(first.offset &+ a.offset &+ b.offset &+ c.offset)
      // The order of the three: no branch could be foreseen.
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
        let there = interpolated(corners, weights, channel &+ first.step)
        return Int((here &* (16384 &- first.part) &+ there &* first.part &+ 8192) &>> 14) &+ 32768
      }
      let y = roots[value(0) &>> 2]
      let x = y &+ roots[16384 &+ value(1) &>> 2]
      let z = y &+ roots[32768 &+ value(2) &>> 2]
      let (lightX, lightY, lightZ) = (light(of: x), light(of: y), light(of: z))
      func level(_ row: Int) -> UInt32 {
        var sum: Int64 = lightX &* rows[4 &* row]
        sum = sum &+ lightY &* rows[4 &* row &+ 1]
        sum = sum &+ lightZ &* rows[4 &* row &+ 2]
        return UInt32(encoded[Int(max(0, min(16384, (sum &+ rows[4 &* row &+ 3]) &>> 30)))])
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
      func node(_ corner: Int) -> Int32 { Int32(nodes[corner &+ channel]) }
      var sum: Int32 = node(corners.0) &* weights.0
      sum = sum &+ node(corners.1) &* weights.1
      sum = sum &+ node(corners.2) &* weights.2
      sum = sum &+ node(corners.3) &* weights.3
      return (sum &+ 8192) &>> 14
    }

    @inline(__always)
    private func light(of root: Int32) -> Int64 {
      let index: Int32 = (root &+ 2) &>> 2 &+ 12288
      return Int64(light[Int(max(0, min(40959, index)))])
    }
  }
}
