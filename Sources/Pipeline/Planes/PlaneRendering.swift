import Filters
import ImageCodecs
import PixelCore
import PixelKernels

extension RenderPlan {
  /// Renders the branches whose road is over planes: these are decoded once, and every branch resamples them for itself, or
  /// the trunk for all.
  func renderPlanes(_ reader: PlaneReader, _ context: RenderContext, _ branches: [Branch]) throws {
    let heads = try heads(of: branches, context)
    let layout = reader.layout
    let axes = heads.map { PlaneAxes.all(layout, $0.resampling, isChromaHalved: $0.isForEncoder) }
    let rings = layout.sizes.indices.map { plane in
      PlaneRing(
        size: layout.sizes[plane], paddedWidth: reader.paddedWidths[plane], groupHeight: reader.groupHeights[plane],
        rows: axes.map { $0[plane].rows.weights(depth: .eight).mostTaps }.max()!)
    }
    let consumers = zip(heads, axes).map { head, axes in
      head.makeConsumer(zip(axes, rings).map { PlaneResampler($0, ring: $1, kernels: context.kernels) })
    }
    func nextGroups() -> [(base: UnsafeMutableRawPointer, stride: Int)] {
      rings.enumerated().map { plane, ring in
        ring.nextGroup(keepingFrom: consumers.map { $0.resamplers[plane].neededRow }.min()!)
      }
    }
    while try reader.read(into: nextGroups()) {
      for ring in rings { ring.takeGroup() }
      for consumer in consumers { try consumer.advance() }
    }
    for consumer in consumers { try consumer.finish() }
  }

  /// What resamples planes, and for whom.
  private struct Head {
    let resampling: Resampling
    let isForEncoder: Bool
    let makeConsumer: ([PlaneResampler]) -> any PlaneConsumer
  }

  private func heads(of branches: [Branch], _ context: RenderContext) throws -> [Head] {
    if !trunk.isEmpty {
      let sink = try trunk.sinkAfterResampling(context, into: sink(of: branches, context))
      return [pixelHead(trunk.resampling!, trunk.input.format, sink, context)]
    }
    return try branches.map { branch in
      switch branch.sink {
      case .rows(let rows):
        let chain = branch.output.chain
        if chain.isEmpty { return pixelHead(Resampling(nothing: chain.output.size), chain.input.format, rows, context) }
        return pixelHead(
          chain.resampling!, chain.input.format, try chain.sinkAfterResampling(context, into: rows), context)
      case .planes(let sink):
        let chain = branch.output.chain
        let resampling = chain.resampling ?? Resampling(nothing: chain.output.size)
        return Head(resampling: resampling, isForEncoder: true) {
          PlaneGroups($0, size: resampling.geometry.output, sink: sink)
        }
      }
    }
  }

  private func pixelHead(
    _ resampling: Resampling, _ format: PixelFormat, _ sink: any RowSink, _ context: RenderContext
  ) -> Head {
    Head(resampling: resampling, isForEncoder: false) {
      PlanePixels(
        $0, shape: ImageShape(size: resampling.geometry.output, format: format), context: context, sink: sink)
    }
  }
}
