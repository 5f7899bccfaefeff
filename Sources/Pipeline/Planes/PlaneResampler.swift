import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes

/// Resamples one plane from a ring, a few rows at a time: as soon as the last row they need is there.
final class PlaneResampler: PlaneRows {
  /// Rows that are made at a time.
  static let rowsAtOnce = Kernels.planeRows

  /// The first row of the result to be made next.
  private(set) var nextRow = 0
  /// The rows it resamples.
  let ring: PlaneRing
  private let columns: ResampleWeights
  private let rows: ResampleWeights
  private let kernels: Kernels
  /// The source rows that are needed for each few rows of the result; their first ones never go down.
  private let needed: [Range<Int>]
  /// Rows between the passes, and the same woven.
  private let between: UnsafeMutableRawPointer
  private let stride: Int
  private let woven: UnsafeMutableRawPointer

  init(_ axes: PlaneAxes, ring: PlaneRing, kernels: Kernels) {
    columns = axes.columns.weights(depth: .eight)
    rows = axes.rows.weights(depth: .eight)
    (self.ring, self.kernels) = (ring, kernels)
    needed = Self.inputsOfFew(rows)
    stride = PixelBuffer.stride(bytesPerRow: 2 * ring.size.width)
    between = .allocate(byteCount: Self.rowsAtOnce * stride, alignment: 64)
    // Rows behind the last one are woven and made too, whatever they hold, and so is a row's padding.
    between.initializeMemory(as: UInt8.self, repeating: 0, count: Self.rowsAtOnce * stride)
    let wovenBytes = 2 * Self.rowsAtOnce * (ring.size.width + 4)
    woven = .allocate(byteCount: wovenBytes, alignment: 64)
    woven.initializeMemory(as: UInt8.self, repeating: 0, count: wovenBytes)
  }

  deinit {
    between.deallocate()
    woven.deallocate()
  }

  /// The source rows that are needed for each few rows of the result, and for any behind them.
  private static func inputsOfFew(_ rows: ResampleWeights) -> [Range<Int>] {
    var needed = Swift.stride(from: 0, to: rows.outputLength, by: rowsAtOnce).map {
      rows.inputs(of: $0..<min($0 + rowsAtOnce, rows.outputLength))
    }
    for few in needed.indices.dropLast().reversed() {
      needed[few] = min(needed[few].lowerBound, needed[few + 1].lowerBound)..<needed[few].upperBound
    }
    return needed
  }

  /// How many source rows are needed at a time.
  static func mostRows(_ axes: PlaneAxes) -> Int {
    inputsOfFew(axes.rows.weights(depth: .eight)).map(\.count).max()!
  }

  /// The size of the result.
  var size: PixelSize { PixelSize(width: columns.outputLength, height: rows.outputLength) }

  /// The first source row still needed; past the last one where all rows are made.
  var neededRow: Int {
    nextRow < rows.outputLength ? needed[nextRow / Self.rowsAtOnce].lowerBound : ring.size.height
  }

  var isReady: Bool {
    nextRow < rows.outputLength && needed[nextRow / Self.rowsAtOnce].upperBound <= ring.arrived
  }

  func makeRows(_ destination: UnsafeMutableRawPointer, stride: Int) {
    let end = min(nextRow + Self.rowsAtOnce, rows.outputLength)
    for row in nextRow..<end {
      ring.withRows(rows.inputs(of: row)) { window in
        kernels.resamplePlaneVertically(
          between + (row - nextRow) * self.stride, rows: window, weights: rows, sample: row, count: ring.size.width)
      }
    }
    kernels.weaveRows(woven, between, stride: self.stride, count: ring.size.width)
    kernels.resamplePlaneHorizontally(destination, stride: stride, woven: woven, weights: columns)
    nextRow = end
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

  /// The axes that give all planes of a layout a sample for each of luma's.
  static func sized(as layout: PlaneLayout) -> [PlaneAxes] {
    layout.sizes.indices.map { plane in
      let step = plane == 0 ? nil : layout.chromaStep
      func axis(_ length: KeyPath<PixelSize, Int>) -> ResampledAxis {
        let luma = layout.luma[keyPath: length]
        return ResampledAxis(
          inputLength: luma, outputLength: luma, start: 0, length: Double(luma), kernel: .box,
          chroma: step.map { .init(inputLength: layout.sizes[plane][keyPath: length], step: $0[keyPath: length]) })
      }
      return PlaneAxes(axis(\.width), axis(\.height))
    }
  }

  /// The axes of all planes of a picture, luma first.
  ///
  /// - Parameters:
  ///   - reader: Where the planes come from. Windows are of the picture at its full size.
  ///   - isChromaHalved: Whether the chromas become half as many samples each way, as a JPEG holds them, or one for each pixel.
  ///   - turn: How the result will be turned.
  static func all(
    _ reader: PlaneReader, _ resampling: Resampling, isChromaHalved: Bool, turn: Orientation
  ) -> [PlaneAxes] {
    let geometry = resampling.geometry
    return reader.layout.sizes.indices.map { plane in
      // Of means there is more to know than of samples: they are resampled as what they are means of.
      let meansOf = reader.meansOf(plane: plane)
      let layout = meansOf > 1 ? reader.fullLayout : reader.layout
      let size = meansOf > 1 ? 1 : Double(reader.scale.rawValue) / 8
      let step = plane == 0 ? nil : layout.chromaStep
      func axis(
        _ length: KeyPath<PixelSize, Int>, _ window: ResizeGeometry.Window, isReversed: Bool
      ) -> ResampledAxis {
        let (input, output) = (layout.luma[keyPath: length], geometry.output[keyPath: length])
        let own = layout.sizes[plane][keyPath: length]
        // Chroma that the encoder wants as the file has it stays as it is.
        if reader.scale == .full, isChromaHalved, step?[keyPath: length] == 2, window.start == 0,
          window.length == Double(output), input == output, !isReversed || output % 2 == 0
        {
          return ResampledAxis(inputLength: own, outputLength: own, start: 0, length: Double(own), kernel: .box)
        }
        return ResampledAxis(
          inputLength: input, outputLength: output, start: window.start * size, length: window.length * size,
          kernel: resampling.kernel, chroma: step.map { .init(inputLength: own, step: $0[keyPath: length]) },
          meansOf: meansOf, isAveragedByTwo: plane > 0 && isChromaHalved,
          isPairedFromEnd: plane > 0 && isChromaHalved && isReversed)
      }
      return PlaneAxes(
        axis(\.width, geometry.columns, isReversed: turn.reverses.columns),
        axis(\.height, geometry.rows, isReversed: turn.reverses.rows))
    }
  }
}
