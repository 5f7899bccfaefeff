import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes

/// Resamples a plane from a ring buffer, several rows at a time, as soon as the last row they need has arrived.
final class PlaneResampler: PlaneRows {
  /// Number of rows made at a time.
  static let rowsAtOnce = Kernels.planeRows

  /// Index of the first output row to be made next.
  private(set) var nextRow = 0
  /// The input rows.
  let ring: PlaneRing
  private let columns: ResampleWeights
  private let rows: ResampleWeights
  private let kernels: Kernels
  /// The input rows needed for each group of output rows. Their starts never decrease.
  private let needed: [Range<Int>]
  /// Rows between the two passes, and the same rows interleaved.
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
    // Rows after the last one, and the padding of rows, are processed too, so they must be initialised.
    between.initializeMemory(as: UInt8.self, repeating: 0, count: Self.rowsAtOnce * stride)
    let wovenBytes = 2 * Self.rowsAtOnce * (ring.size.width + 4)
    woven = .allocate(byteCount: wovenBytes, alignment: 64)
    woven.initializeMemory(as: UInt8.self, repeating: 0, count: wovenBytes)
  }

  deinit {
    between.deallocate()
    woven.deallocate()
  }

  /// Returns the input rows needed for each group of output rows and all later groups.
  private static func inputsOfFew(_ rows: ResampleWeights) -> [Range<Int>] {
    var needed = Swift.stride(from: 0, to: rows.outputLength, by: rowsAtOnce).map {
      rows.inputs(of: $0..<min($0 + rowsAtOnce, rows.outputLength))
    }
    for few in needed.indices.dropLast().reversed() {
      needed[few] = min(needed[few].lowerBound, needed[few + 1].lowerBound)..<needed[few].upperBound
    }
    return needed
  }

  /// Returns the maximum number of input rows needed at a time.
  static func mostRows(_ axes: PlaneAxes) -> Int {
    inputsOfFew(axes.rows.weights(depth: .eight)).map(\.count).max()!
  }

  /// Size of the output.
  var size: PixelSize { PixelSize(width: columns.outputLength, height: rows.outputLength) }

  /// Index of the first input row still needed. After the last output row, the index after the last input row.
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

/// The resampling of both axes of a plane.
struct PlaneAxes {
  let columns: ResampledAxis
  let rows: ResampledAxis

  /// Creates the axes of a plane that is halved first, as often as possible without visible error.
  private init(_ columns: ResampledAxis, _ rows: ResampledAxis) {
    var (columns, rows) = (columns, rows)
    ResampledAxis.halve(&columns, &rows)
    (self.columns, self.rows) = (columns, rows)
  }

  /// Number of times that the plane is halved first.
  var halvings: Int { rows.halvings }

  /// Returns the axes that give all planes of a layout as many samples as luma.
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

  /// Returns the axes of all planes of a picture, luma first.
  ///
  /// - Parameters:
  ///   - reader: The source of the planes. Windows refer to the picture at its full size.
  ///   - isChromaHalved: Whether chroma gets half as many samples in each direction, as in a JPEG, or one for each
  ///     pixel.
  ///   - turn: How the result will be turned.
  static func all(
    _ reader: PlaneReader, _ resampling: Resampling, isChromaHalved: Bool, turn: Orientation
  ) -> [PlaneAxes] {
    let geometry = resampling.geometry
    return reader.layout.sizes.indices.map { plane in
      // Means contain more information than samples: they are resampled as means of the full image's samples.
      let meansOf = reader.meansOf(plane: plane)
      let layout = meansOf > 1 ? reader.fullLayout : reader.layout
      let size = meansOf > 1 ? 1 : Double(reader.scale.rawValue) / 8
      let step = plane == 0 ? nil : layout.chromaStep
      func axis(
        _ length: KeyPath<PixelSize, Int>, _ window: ResizeGeometry.Window, isReversed: Bool
      ) -> ResampledAxis {
        let (input, output) = (layout.luma[keyPath: length], geometry.output[keyPath: length])
        let own = layout.sizes[plane][keyPath: length]
        // Chroma that already has the encoder's size is not resampled.
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
