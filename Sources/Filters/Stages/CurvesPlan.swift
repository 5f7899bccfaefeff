import PixelCore
import PixelKernels

extension FilterPlan {
  /// Returns the plan of a filter that maps straight colour by curves, one for all channels or one for each.
  ///
  /// - Parameters:
  ///   - transfer: The values that the curves map, whatever the image's own transfer is.
  ///   - name: Must contain everything that determines the curves. Their tables are kept for the next photo.
  ///   - curves: Functions from 0…1 to 0…1. Other results are clamped.
  static func mapping(
    _ input: ImageShape, in transfer: PixelFormat.Transfer, as name: String, by curves: [ColorCurves.Curve]
  ) -> FilterPlan {
    let (format, width) = (input.format, input.size.width)
    let name = "\(name) as \(format)"
    return FilterPlan(
      output: input,
      work: .rows { context in
        let curves = context.shared.curves(name) { ColorCurves(curves, defined: transfer, for: format) }
        return PixelLoop { context.kernels.mapColors($0, $1, curves, count: width) }
      },
      sharedBytes: [name: ColorCurves.byteCount(curves: curves.count, depth: format.depth)])
  }

  /// Returns the plan of a filter whose curves depend on the whole image. The image is buffered.
  ///
  /// - Parameters:
  ///   - transfer: The values that the curves map.
  ///   - workingBytes: Memory that `measure` needs in addition to the image, in bytes.
  ///   - measure: Returns the curves for a complete image. If nil, the image stays unchanged.
  static func mapping(
    _ input: ImageShape, in transfer: PixelFormat.Transfer, workingBytes: Int = 0,
    measuredBy measure: @escaping @Sendable (RowBand, RenderContext) -> [ColorCurves.Curve]?
  ) -> FilterPlan {
    let format = input.format
    return FilterPlan(
      output: input,
      work: .barrier { context, sink in
        WholeImageStage(input) { image in
          try image.withBand { band in
            guard let found = measure(band, context) else {
              try sink.push(band)
              return try sink.finish()
            }
            let curves = ColorCurves(found, defined: transfer, for: format)
            let assembler = BandAssembler(shape: input, context: context, sink: sink)
            for y in band.rows {
              try assembler.append { row in
                context.kernels.mapColors(row, band.row(y), curves, count: input.size.width)
              }
            }
            try assembler.finish()
          }
        }
      },
      workingBytes: input.byteCount + workingBytes
        + ColorCurves.byteCount(curves: 3, depth: format.depth))
  }
}

extension ColorCurves {
  /// Creates tables for a pixel format from curves that map encoded values or linear light.
  convenience init(_ curves: [Curve], defined transfer: PixelFormat.Transfer, for format: PixelFormat) {
    let converted = curves.map { curve -> Curve in
      switch (transfer, format.transfer) {
      case (.encoded, .encoded), (.linear, .linear): curve
      case (.linear, .encoded): { TransferCurve.encode(Self.clamped(curve(TransferCurve.decode($0)))) }
      case (.encoded, .linear): { TransferCurve.decode(Self.clamped(curve(TransferCurve.encode($0)))) }
      }
    }
    self.init(converted, depth: format.depth)
  }

  private static func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
