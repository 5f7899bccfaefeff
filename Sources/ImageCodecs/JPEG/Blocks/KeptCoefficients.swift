/// The choice of coefficients that are kept: a square of the lowest ones in each component's blocks. They are stored as
/// `Int16`, row by row, one block of an MCU after the other.
struct KeptCoefficients {
  /// Side of the square for each component: 1, 2, 4, or all 8.
  let sides: [Int]
  /// Offset of each component's first block in an MCU, in bytes.
  let offsets: [Int]
  let mcuBytes: Int

  init(sides: [Int], of frame: CodedFrame) {
    let ends = zip(sides, frame.components).reduce(into: [0]) {
      $0.append($0.last! + Self.bytes($1.0) * $1.1.blockCount)
    }
    (self.sides, offsets, mcuBytes) = (sides, ends.dropLast(), ends.last!)
  }

  /// Creates the choice for decoding a picture of `frame` at a scale.
  init(for scale: DecodeScale, of frame: CodedFrame, layout: PlaneLayout) {
    let chroma = layout.chromaScale(scale).rawValue
    self.init(sides: frame.components.indices.map { $0 == 0 ? scale.rawValue : chroma }, of: frame)
  }

  func blockBytes(of component: Int) -> Int { Self.bytes(sides[component]) }

  private static func bytes(_ side: Int) -> Int { 2 * side * side }
}
