/// A table of a profile: input curves, a grid of colours, and output curves (ICC.1:2022, sections 10.10 to 10.12).
///
/// Supports the types `mft1`, `mft2` and `mAB `.
struct ProfileTable {
  /// A curve from 0…1 to 0…1.
  typealias Curve = @Sendable (Double) -> Double

  let inputs: [Curve]
  let grid: Grid
  let outputs: [Curve]
  /// The encoding of L*, a* and b*, if the table leads to them. Before version 4, 16-bit values extended slightly beyond the range.
  let encoding: LabEncoding
  /// What follows the output curves in `mAB ` with a matrix: the matrix, an offset for each row, and the last curves.
  let mixture: Mixture?
  /// Whether the table leads to XYZ, and not to L*a*b*.
  let leadsToXYZ: Bool

  typealias Mixture = (matrix: Matrix3, offset: [Double], curves: [Curve])

  enum LabEncoding {
    case old, new

    /// Returns L*, a* or b* for a value from 0 to 1.
    func value(_ channel: Int, _ x: Double) -> Double {
      switch (self, channel) {
      case (.old, 0): x * 65535 / 65280 * 100
      case (.old, _): x * 65535 / 256 - 128
      case (.new, 0): x * 100
      case (.new, _): x * 255 - 128
      }
    }

    /// L* = a* = b* = 0 as values from 0 to 1.
    var black: [Double] {
      let middle = self == .old ? 128.0 * 256 / 65535 : 128.0 / 255
      return [0, middle, middle]
    }
  }

  /// Creates a table that leads to L*a*b*.
  init(inputs: [Curve], grid: Grid, outputs: [Curve], encoding: LabEncoding) {
    (self.inputs, self.grid, self.outputs, self.encoding) = (inputs, grid, outputs, encoding)
    (mixture, leadsToXYZ) = (nil, false)
  }

  init(_ data: TagData, inputs: Int, outputs: Int, leadsToXYZ: Bool = false) throws(ICCProfile.Fault) {
    self.leadsToXYZ = leadsToXYZ
    guard try data.byte(8) == inputs, try data.byte(9) == outputs else { throw data.fault }
    switch data.type {
    case "mft1":
      (self.inputs, grid, self.outputs, encoding) = try Self.readOld(data, inputs, outputs, isWide: false)
      mixture = nil
    case "mft2":
      (self.inputs, grid, self.outputs, encoding) = try Self.readOld(data, inputs, outputs, isWide: true)
      mixture = nil
    case "mAB ":
      (self.inputs, grid, self.outputs, mixture) = try Self.readNew(data, inputs, outputs)
      encoding = .new
    default: throw ICCProfile.Fault(reason: "its tag \(data.name) is of a kind that is not read (\(data.type))")
    }
  }

  /// Converts values from 0 to 1.
  func callAsFunction(_ values: [Double]) -> [Double] {
    let colour = zip(outputs, grid.value(at: zip(inputs, values).map { $0($1) })).map { $0($1) }
    guard let mixture else { return colour }
    return zip(mixture.curves, zip(mixture.matrix * colour, mixture.offset)).map { curve, sum in
      // The light of vivid colours can be negative, and other engines keep that, too.
      let (value, limited) = (sum.0 + sum.1, min(1, max(0, sum.0 + sum.1)))
      return curve(limited) + value - limited
    }
  }

  // MARK: Types of 8 and 16 bits

  private static func readOld(
    _ data: TagData, _ inputs: Int, _ outputs: Int, isWide: Bool
  ) throws(ICCProfile.Fault) -> ([Curve], Grid, [Curve], LabEncoding) {
    let size = try data.byte(10)
    let (inputLength, outputLength) = isWide ? (try data.word(48), try data.word(50)) : (256, 256)
    var offset = isWide ? 52 : 48
    func numbers(_ count: Int) throws(ICCProfile.Fault) -> [UInt16] {
      defer { offset += isWide ? 2 * count : count }
      return isWide
        ? try data.words(offset, count: count) : try data.bytes(offset, count: count).map { UInt16($0) * 257 }
    }
    func curves(_ count: Int, _ length: Int) throws(ICCProfile.Fault) -> [Curve] {
      guard length > 1 else { throw data.fault }
      var curves: [Curve] = []
      for _ in 0..<count {
        let curve = ToneCurve.table(try numbers(length))
        curves.append { curve($0) }
      }
      return curves
    }
    let before = try curves(inputs, inputLength)
    let sizes = [Int](repeating: size, count: inputs)
    let nodes = try numbers(Grid.nodeCount(sizes, data) * outputs)
    let after = try curves(outputs, outputLength)
    return (before, Grid(sizes: sizes, channels: outputs, nodes: nodes), after, isWide ? .old : .new)
  }

  // MARK: The type of version 4

  private static func readNew(
    _ data: TagData, _ inputs: Int, _ outputs: Int
  ) throws(ICCProfile.Fault) -> ([Curve], Grid, [Curve], Mixture?) {
    let (b, matrix, m, grid, a) = (
      try data.long(12), try data.long(16), try data.long(20), try data.long(24), try data.long(28)
    )
    guard grid != 0, a != 0, b != 0 else {
      throw ICCProfile.Fault(reason: "its tag \(data.name) has no grid")
    }
    let before = try curves(data, at: a, count: inputs)
    let colours = try Grid(data, at: grid, inputs: inputs, outputs: outputs)
    let last = try curves(data, at: b, count: outputs)
    let middle = m == 0 ? nil : try curves(data, at: m, count: outputs)
    var numbers: [Double] = []
    if matrix != 0 { for index in 0..<12 { numbers.append(try data.fixed(matrix + 4 * index)) } }
    let isIdentity = numbers.enumerated().allSatisfy { index, number in
      abs(number - (index < 9 && index % 4 == 0 ? 1.0 : 0)) < 1e-4
    }
    guard isIdentity else {
      return (
        before, colours, middle ?? [Curve](repeating: { $0 }, count: outputs),
        (Matrix3(Array(numbers[..<9])), Array(numbers[9...]), last)
      )
    }
    guard let middle else { return (before, colours, last, nil) }
    return (before, colours, zip(middle, last).map { first, second in { second(first($0)) } }, nil)
  }

  /// Reads consecutive curves, each at a multiple of four bytes.
  private static func curves(_ data: TagData, at start: Int, count: Int) throws(ICCProfile.Fault) -> [Curve] {
    var offset = start
    var curves: [Curve] = []
    for _ in 0..<count {
      let (curve, length) = try ToneCurve.read(data.from(offset))
      curves.append { curve($0) }
      offset += (length + 3) & ~3
    }
    return curves
  }
}

/// The colours at the nodes of a grid.
struct Grid {
  /// Number of nodes along each channel. The last channel varies fastest.
  let sizes: [Int]
  let channels: Int
  /// Colours in 1/65535.
  let nodes: [UInt16]

  init(sizes: [Int], channels: Int, nodes: [UInt16]) {
    (self.sizes, self.channels, self.nodes) = (sizes, channels, nodes)
  }

  /// Reads a grid of version 4.
  init(_ data: TagData, at offset: Int, inputs: Int, outputs: Int) throws(ICCProfile.Fault) {
    sizes = try data.bytes(offset, count: inputs).map { Int($0) }
    channels = outputs
    let count = try Self.nodeCount(sizes, data) * outputs
    switch try data.byte(offset + 16) {
    case 1: nodes = try data.bytes(offset + 20, count: count).map { UInt16($0) * 257 }
    case 2: nodes = try data.words(offset + 20, count: count)
    default: throw data.fault
    }
  }

  /// - Throws: If a channel has a single node, or there are more nodes than in any genuine profile.
  static func nodeCount(_ sizes: [Int], _ data: TagData) throws(ICCProfile.Fault) -> Int {
    let count = sizes.reduce(1, *)
    guard sizes.allSatisfy({ $0 > 1 }), count <= 1 << 21 else { throw data.fault }
    return count
  }

  /// Returns the colour at a position of 0…1 along each channel. Interpolates linearly along all channels but the last
  /// three, and tetrahedrally along those.
  func value(at place: [Double]) -> [Double] { value(at: place[...], from: 0) }

  private func value(at place: ArraySlice<Double>, from node: Int) -> [Double] {
    let channel = sizes.count - place.count
    if place.count <= 3 { return overTetrahedron(place, from: node) }
    let (index, part) = position(place.first!, channel)
    let stride = sizes[(channel + 1)...].reduce(1, *)
    let here = value(at: place.dropFirst(), from: node + index * stride)
    let there = value(at: place.dropFirst(), from: node + (index + 1) * stride)
    return zip(here, there).map { $0 + ($1 - $0) * part }
  }

  private func overTetrahedron(_ place: ArraySlice<Double>, from node: Int) -> [Double] {
    var node = node
    var steps: [(part: Double, stride: Int)] = []
    for (channel, x) in zip((sizes.count - place.count)..., place) {
      let (index, part) = position(x, channel)
      let stride = sizes[(channel + 1)...].reduce(1, *)
      node += index * stride
      steps.append((part, stride))
    }
    var result = colour(node)
    var last = result
    for step in steps.sorted(by: { $0.part > $1.part }) {
      node += step.stride
      let next = colour(node)
      for index in result.indices { result[index] += (next[index] - last[index]) * step.part }
      last = next
    }
    return result
  }

  private func position(_ x: Double, _ channel: Int) -> (index: Int, part: Double) {
    let place = min(1, max(0, x)) * Double(sizes[channel] - 1)
    let index = min(Int(place), sizes[channel] - 2)
    return (index, place - Double(index))
  }

  private func colour(_ node: Int) -> [Double] {
    (0..<channels).map { Double(nodes[node * channels + $0]) / 65535 }
  }
}
