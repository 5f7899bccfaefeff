import Filters
import ImageCodecs
import PixelCore
import PixelKernels

extension RenderPlan {
  /// Renders the branches whose decode path is over planes: these are decoded once, and every branch resamples them for itself, or
  /// the trunk for all.
  func renderPlanes(_ reader: PlaneReader, _ context: RenderContext, _ branches: [Branch]) throws {
    let heads = try heads(of: branches, context)
    let layout = reader.layout
    let axes = heads.map {
      PlaneAxes.all(reader, $0.resampling, isChromaHalved: $0.isForEncoder, turn: $0.turn)
    }
    let pyramids = layout.sizes.indices.map { plane in
      PlanePyramid(
        size: layout.sizes[plane], paddedWidth: reader.paddedWidths[plane], groupHeight: reader.groupHeights[plane],
        axes: axes.map { $0[plane] }, kernels: context.kernels)
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
      for pyramid in pyramids { pyramid.takeGroup() }
      for plane in turned { plane.takeRows() }
      for consumer in consumers { try consumer.advance() }
    }
    for consumer in consumers { try consumer.finish() }
  }

  /// What resamples planes, turns what comes of it, and for whom.
  private struct Head {
    let resampling: Resampling
    let turn: Orientation
    let isForEncoder: Bool
    let makeConsumer: ([any PlaneRows]) -> any PlaneConsumer
  }

  private func heads(of branches: [Branch], _ context: RenderContext) throws -> [Head] {
    if !trunk.onlyTurns {
      return [try head(of: trunk, .rows { try sink(of: branches, from: $0, context) }, context)]
    }
    return try branches.map { try head(of: $0.output.chain, $0.sink, context) }
  }

  /// What resamples planes as a chain begins, or leaves them as they are where it does nothing. It turns them where the chain
  /// does, or the trunk that leads to it.
  private func head(of chain: Chain, _ sink: Branch.Sink, _ context: RenderContext) throws -> Head {
    let turn = trunk.turn == .up ? chain.turn : trunk.turn
    let upright = chain.resampling ?? Resampling(nothing: chain.output.bound.size)
    let (resampling, size) = (upright.before(turn), upright.geometry.output)
    switch sink {
    case .planes(let sink):
      return Head(resampling: resampling, turn: turn, isForEncoder: true) { PlaneGroups($0, size: size, sink: sink) }
    case .rows(let open):
      let rest = try chain.sinkAfterResampling(context, opening: open)
      let shape = ImageShape(size: size, format: chain.input.format)
      return Head(resampling: resampling, turn: turn, isForEncoder: false) {
        PlanePixels($0, shape: shape, context: context, sink: rest)
      }
    }
  }
}
