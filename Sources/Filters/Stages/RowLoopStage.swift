import PixelCore

/// Fused row loops: each row passes through all of them while it is in the CPU's fastest cache.
package final class RowLoopStage: RowSink {
  private let loops: [any RowLoop]
  private let assembler: BandAssembler

  /// - Parameters:
  ///   - loops: At least one loop, in the order of the recipe.
  ///   - output: Shape of their output.
  public init(loops: [any RowLoop], output: ImageShape, context: RenderContext, sink: any RowSink) {
    precondition(!loops.isEmpty)
    self.loops = loops
    assembler = BandAssembler(shape: output, context: context, sink: sink)
  }

  public func push(_ band: RowBand) throws {
    for y in band.rows {
      try assembler.append { row in
        loops[0].apply(to: band.row(y), row: y, into: row)
        for loop in loops.dropFirst() { loop.apply(to: row, row: y, into: row) }
      }
    }
  }

  public func finish() throws { try assembler.finish() }
}
