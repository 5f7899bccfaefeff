import Filters
import ImageCodecs
import PixelCore
import PixelKernels

/// Resamples one plane from a ring, a row at a time: each as soon as the last row it needs is there.
final class PlaneResampler {
  /// The row of the result to be made next.
  private(set) var nextRow = 0
  private let columns: ResampleWeights
  private let rows: ResampleWeights
  /// The rows it resamples.
  let ring: PlaneRing
  private let kernels: Kernels
  /// The first source row that any row of the result from this one on needs.
  private let needed: [Int]
  /// A row between the passes.
  private let between: UnsafeMutableRawPointer

  init(_ axes: PlaneAxes, ring: PlaneRing, kernels: Kernels) {
    columns = axes.columns.weights(depth: .eight)
    rows = axes.rows.weights(depth: .eight)
    (self.ring, self.kernels) = (ring, kernels)
    var needed = (0..<rows.outputLength).map { [rows] in rows.inputs(of: $0).lowerBound }
    for row in needed.indices.dropLast().reversed() { needed[row] = min(needed[row], needed[row + 1]) }
    self.needed = needed
    let byteCount = 2 * (ring.size.width + columns.planePadding + 64)
    between = .allocate(byteCount: byteCount, alignment: 64)
    // The padding is read, though with weight 0.
    between.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { between.deallocate() }

  /// The size of the result.
  var size: PixelSize { PixelSize(width: columns.outputLength, height: rows.outputLength) }

  /// The first source row still needed; past the last one where all rows are made.
  var neededRow: Int { nextRow < needed.count ? needed[nextRow] : ring.size.height }

  /// Whether the rows that the next one is made of have come.
  var isReady: Bool { nextRow < rows.outputLength && rows.inputs(of: nextRow).upperBound <= ring.arrived }

  /// Makes the next row, one byte a sample.
  func makeRow(_ destination: UnsafeMutableRawPointer) {
    ring.withRows(rows.inputs(of: nextRow)) { window in
      kernels.resamplePlaneVertically(
        between, rows: window, weights: rows, sample: nextRow, count: ring.size.width)
    }
    kernels.resamplePlaneHorizontally(destination, row: between, weights: columns)
    nextRow += 1
  }
}

/// How both axes of a plane are resampled.
struct PlaneAxes {
  let columns: ResampledAxis
  let rows: ResampledAxis

  /// Axes of a plane that is halved first, as often as that does no harm.
  private init(_ columns: ResampledAxis, _ rows: ResampledAxis) {
    var (columns, rows) = (columns, rows)
    ResampledAxis.halve(&columns, &rows)
    (self.columns, self.rows) = (columns, rows)
  }

  /// How often the plane is halved first.
  var halvings: Int { rows.halvings }

  /// The axes of all planes of a picture, luma first.
  ///
  /// - Parameter isChromaHalved: Whether the chromas become half as many samples each way, as a JPEG holds them, or one for
  ///   each pixel.
  static func all(_ layout: PlaneLayout, _ resampling: Resampling, isChromaHalved: Bool) -> [PlaneAxes] {
    let (sizes, geometry) = (layout.sizes, resampling.geometry)
    return sizes.indices.map { plane in
      let step = plane == 0 ? nil : layout.chromaStep
      func axis(
        _ length: KeyPath<PixelSize, Int>, _ window: ResizeGeometry.Window
      ) -> ResampledAxis {
        let (input, output) = (layout.luma[keyPath: length], geometry.output[keyPath: length])
        let own = sizes[plane][keyPath: length]
        // Chroma that the encoder wants as the file has it stays as it is.
        if isChromaHalved, step?[keyPath: length] == 2, window.start == 0, window.length == Double(output),
          input == output
        {
          return ResampledAxis(inputLength: own, outputLength: own, start: 0, length: Double(own), kernel: .box)
        }
        return ResampledAxis(
          inputLength: input, outputLength: output, start: window.start, length: window.length,
          kernel: resampling.kernel, chroma: step.map { .init(inputLength: own, step: $0[keyPath: length]) },
          isAveragedByTwo: plane > 0 && isChromaHalved)
      }
      return PlaneAxes(axis(\.width, geometry.columns), axis(\.height, geometry.rows))
    }
  }
}
