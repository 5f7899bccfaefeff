import PixelCore
import PixelKernels

/// The stages that resize an image: halvings, as many as possible without visible error, followed by resampling.
struct ResizeStages: Sendable {
  /// The shapes of the image, of the image halved once, of the image halved twice, and so on.
  private let halves: [ImageShape]
  private let output: ImageShape
  private let columns: ResampledAxis
  private let rows: ResampledAxis

  /// - Parameters:
  ///   - image: Size of the image that `geometry` refers to, if the input's pixels are means of several of its pixels.
  ///   - meansOf: Width and height of the block of pixels that is averaged in each input pixel.
  init(
    input: ImageShape, of image: PixelSize? = nil, output: ImageShape, geometry: ResizeGeometry,
    kernel: ResamplingKernel, meansOf: Int = 1
  ) {
    let image = image ?? input.size
    var columns = ResampledAxis(
      inputLength: image.width, outputLength: output.size.width, start: geometry.columns.start,
      length: geometry.columns.length, kernel: kernel, meansOf: meansOf)
    var rows = ResampledAxis(
      inputLength: image.height, outputLength: output.size.height, start: geometry.rows.start,
      length: geometry.rows.length, kernel: kernel, meansOf: meansOf)
    ResampledAxis.halve(&columns, &rows)
    var halves = [input]
    for _ in 0..<columns.halvings { halves.append(HalvingStage.output(of: halves.last!)) }
    (self.halves, self.output, self.columns, self.rows) = (halves, output, columns, rows)
  }

  /// Returns the sink for the input's rows. It pushes the output's rows into `sink`.
  func sink(_ context: RenderContext, into sink: any RowSink) -> any RowSink {
    let depth = output.format.depth
    let resize = ResizeStage(
      input: halves.last!, output: output, columns: columns.weights(depth: depth), rows: rows.weights(depth: depth),
      context: context, sink: sink)
    return halves.dropLast().reversed().reduce(resize) { HalvingStage(input: $1, context: context, sink: $0) }
  }

  /// Memory of the stages in bytes: bands of halved images, the resampler's ring, a row between its passes, and the
  /// weights.
  var workingBytes: Int {
    let input = halves.last!
    let halved = Double(1 << columns.halvings)
    let taps = { (axis: ResampledAxis) in 6 * max(1, axis.length / halved / Double(axis.outputLength)) + 17 }
    let (rowTaps, columnTaps) = (taps(rows), taps(columns))
    let ring = min(rowTaps, Double(input.size.height)) * Double(input.bytesPerRow + 64)
    let weights =
      Double(input.format.depth.rawValue) / 4
      * (rowTaps * Double(output.size.height) + columnTaps * Double(output.size.width))
    let bands =
      halves.dropFirst().reduce(0) { $0 + 64 * $1.bytesPerRow } + 2 * (halves.count - 1) * halves[0].bytesPerRow
    return Int(ring + weights) + bands + ResizeStage.betweenBytes(input)
  }
}
