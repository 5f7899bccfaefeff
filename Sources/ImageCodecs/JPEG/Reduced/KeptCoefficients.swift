/// Which coefficients are kept: of each component's blocks the lowest ones, so many across and down. They are stored as
/// `Int16`, row by row, the blocks of an MCU one after the other.
struct KeptCoefficients {
  /// How many across and down, of each component's blocks: 1, 2, 4, or all 8.
  let sides: [Int]
  /// Where in an MCU each component's first block begins, in bytes.
  let offsets: [Int]
  let mcuBytes: Int

  init(sides: [Int], of frame: CodedFrame) {
    let ends = zip(sides, frame.components).reduce(into: [0]) {
      $0.append($0.last! + Self.bytes($1.0) * $1.1.blockCount)
    }
    (self.sides, offsets, mcuBytes) = (sides, ends.dropLast(), ends.last!)
  }

  /// What is kept of each component to decode a picture of `frame` at a scale.
  init(for scale: DecodeScale, of frame: CodedFrame, layout: PlaneLayout) {
    let chroma = layout.chromaScale(scale).rawValue
    self.init(sides: frame.components.indices.map { $0 == 0 ? scale.rawValue : chroma }, of: frame)
  }

  func blockBytes(of component: Int) -> Int { Self.bytes(sides[component]) }

  var largestBlockBytes: Int { Self.bytes(sides.max()!) }

  private static func bytes(_ side: Int) -> Int { 2 * side * side }
}
