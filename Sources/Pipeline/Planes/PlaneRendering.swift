import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes
import Segmentation

extension RenderPlan {
  /// Renders the branches that are decoded as planes. The planes are decoded once, and resampled for each branch, or by
  /// the trunk for all of them.
  ///
  /// - Parameter grid: A grid for the photo's hash, to which the planes' rows are added. Nil if it isn't needed.
  func renderPlanes(
    _ reader: PlaneReader, _ context: RenderContext, _ branches: [Branch], addingTo grid: CellGrid? = nil
  ) throws {
    try read(reader, context, heads(of: branches, reader, context), addingTo: grid)
  }

  /// Returns the overview of the photo at a reader's scale, upright, and in the working space's colours.
  func overview(from reader: PlaneReader, _ context: RenderContext) throws -> Overview {
    let decoded = ImageShape(size: reader.layout.luma, format: .encodedOpaque)
    let turning = Orient().plan(decoded, in: PlanContext(orientation: trunk.turn))
    let collector = ImageCollector(shape: turning.output.bound)
    let stored = Reduction(of: reader.fullLayout.luma, by: 8 / reader.scale.rawValue)
    let head = pixelHead(decoded, reader, into: try turning.sink(context, into: collector), context)
    try read(reader, context, [head])
    return Overview(collector.takeImage(), by: stored.turned(by: trunk.turn), kernels: context.kernels)
  }

  /// Reads all planes into heads.
  private func read(
    _ reader: PlaneReader, _ context: RenderContext, _ heads: [Head], addingTo grid: CellGrid? = nil
  ) throws {
    let layout = reader.layout
    let pyramids = layout.sizes.indices.map { plane in
      PlanePyramid(
        size: layout.sizes[plane], paddedWidth: reader.paddedWidths[plane], groupHeight: reader.groupHeights[plane],
        axes: heads.map { $0.axes[plane] }, kernels: context.kernels)
    }
    var turned: [TurnedPlane] = []
    let consumers = heads.enumerated().map { index, head in
      let planes = pyramids.map { $0.resamplers[index] }
      if head.turn == .up { return head.makeConsumer(planes) }
      let upright = planes.map { TurnedPlane($0, by: head.turn) }
      turned += upright
      return head.makeConsumer(upright)
    }
    while try reader.read(into: pyramids.map { $0.nextGroup() }) {
      try context.checkpoint?()
      for (plane, pyramid) in pyramids.enumerated() {
        pyramid.takeGroup()
        if let grid { pyramid.forEachNewRow { grid.add(samples: $1, ofPlane: plane, y: $0) } }
      }
      for plane in turned { plane.takeRows() }
      for consumer in consumers { try consumer.advance() }
    }
    for consumer in consumers { try consumer.finish() }
  }

  /// The resampling of planes, the following turn, and the consumer of the result.
  private struct Head {
    let axes: [PlaneAxes]
    let turn: Orientation
    let makeConsumer: ([any PlaneRows]) -> any PlaneConsumer
  }

  private func heads(of branches: [Branch], _ reader: PlaneReader, _ context: RenderContext) throws -> [Head] {
    let isConverted = branches[0].output.isConverted
    func head(of chain: Chain, _ sink: Branch.Sink, _ context: RenderContext) throws -> Head {
      guard isConverted, case .rows(let open) = sink else { return try self.head(of: chain, sink, reader, context) }
      return try convertedHead(of: chain, open, reader, context)
    }
    if !trunk.onlyMoves {
      return [try head(of: trunk, .rows { try self.sink(of: branches, from: $0, context) }, context)]
    }
    return try branches.map { try head(of: $0.output.chain, $0.sink, $0.context(context)) }
  }

  /// Returns the head that resamples planes as a chain starts, or passes them on if the chain does nothing. It also
  /// turns them if the chain, or the trunk before it, does.
  private func head(
    of chain: Chain, _ sink: Branch.Sink, _ reader: PlaneReader, _ context: RenderContext
  ) throws -> Head {
    let turn = turn(of: chain)
    let upright = resampling(of: chain) ?? Resampling(nothing: chain.output.bound.size)
    let (resampling, size) = (upright.before(turn, of: reader.fullLayout.luma), upright.geometry.output)
    switch sink {
    case .planes(let sink):
      let axes = PlaneAxes.all(reader, resampling, isChromaHalved: true, turn: turn)
      return Head(axes: axes, turn: turn) { PlaneGroups($0, size: size, sink: sink) }
    case .rows(let open):
      let rest = try chain.sinkAfterResampling(context, opening: open)
      let shape = ImageShape(size: size, format: chain.input.format)
      let axes = PlaneAxes.all(reader, resampling, isChromaHalved: false, turn: turn)
      return Head(axes: axes, turn: turn) { PlanePixels($0, shape: shape, context: context, sink: rest) }
    }
  }

  /// Returns the head that converts decoded planes to sRGB, and then resamples and turns pixels as a chain starts.
  private func convertedHead(
    of chain: Chain, _ open: @escaping OpenSink, _ reader: PlaneReader, _ context: RenderContext
  ) throws -> Head {
    let turn = turn(of: chain)
    let resampling = resampling(of: chain)!.before(turn, of: reader.fullLayout.luma)
    let resized = ImageShape(size: resampling.geometry.output, format: chain.input.format)
    let turning = Orient().plan(resized, in: PlanContext(orientation: turn))
    let upright = try turning.sink(context, into: chain.sinkAfterResampling(context, opening: open))
    let decoded = ImageShape(size: reader.layout.luma, format: chain.input.format)
    let sink = resampling.sink(
      from: decoded, of: reader.fullLayout.luma, at: Double(reader.scale.rawValue) / 8,
      meansOf: reader.meansOf(plane: 0),
      context, into: upright)
    return pixelHead(decoded, reader, into: sink, context)
  }

  /// Returns the head that makes pixels of planes as they are decoded, in the working space's colours.
  private func pixelHead(
    _ decoded: ImageShape, _ reader: PlaneReader, into sink: any RowSink, _ context: RenderContext
  ) -> Head {
    let toSRGB = reader.info.transform(colors)
    return Head(axes: PlaneAxes.sized(as: reader.layout), turn: .up) {
      PlanePixels($0, shape: decoded, context: context, toSRGB: toSRGB, sink: sink)
    }
  }

  /// Returns the resampling that a chain starts with, as one of the whole photo.
  private func resampling(of chain: Chain) -> Resampling? {
    guard trunk.onlyMoves, let window = trunk.window else { return chain.resampling }
    return chain.resampling?.inside(window)
  }

  /// Returns how the photo is turned before a chain resamples it.
  private func turn(of chain: Chain) -> Orientation { trunk.turn == .up ? chain.turn : trunk.turn }
}
