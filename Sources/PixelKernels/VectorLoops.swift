import CSimd

/// The vector versions of the loops: functions that process whole vectors from the start of a row and return the number
/// of pixels processed. The scalar loop processes the rest.
///
/// The defaults are for a machine without vectors and process nothing. Each architecture has a table that replaces
/// them; no other code in `PixelKernels` depends on the architecture. The functions are called once per row.
struct VectorLoops: Sendable {
  typealias Destination = UnsafeMutableRawPointer
  typealias Row = UnsafeRawPointer
  typealias Integers = UnsafePointer<Int32>
  typealias Taps = UnsafePointer<Int16>
  typealias Table = UnsafePointer<UInt32>
  typealias Curve = UnsafePointer<Float>

  /// A source, and a number of pixels.
  typealias Change = @Sendable (Destination, Row, Int) -> Int
  /// A source, a matrix of four columns of four coefficients, whether it is affine in colour, and a number of pixels.
  typealias Transformation = @Sendable (Destination, Row, UnsafePointer<Double>, Bool, Int) -> Int
  /// A background, a foreground, and a number of pixels.
  typealias Blending = @Sendable (Destination, Row, Row, Int) -> Int
  /// The upper and the lower row, their number of values, and the index of the row in the halved picture.
  typealias Halving = @Sendable (Destination, Row, Row, Int, Int) -> Int
  /// The destination's stride, the blocks, the number of adjacent blocks, their distance from the next ones, the
  /// quantisers, and the number of blocks.
  typealias BlockSampling = @Sendable (Destination, Int, Row, Int, Int, Taps, Int) -> Int
  /// A scan, and the rest of a row of blocks.
  typealias BlockReading = @Sendable (UnsafeMutablePointer<csimd_band_scan>, UnsafeMutablePointer<csimd_blocks>) -> Void
  /// A row to unfilter in place, the row above, a number of bytes, and the bytes per pixel.
  typealias Unfiltering = @Sendable (Destination, Row, Int, Int) -> Int

  // 8-bit pixels.

  var sourceOver: Blending = { _, _, _, _ in 0 }
  var premultiply: Change = { _, _, _ in 0 }
  var unpremultiply: Change = { _, _, _ in 0 }
  /// A source, a factor in millionths, and a number of pixels.
  var scale: @Sendable (Destination, Row, Int32, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, nine coefficients in millionths, and a number of pixels.
  var sepiaMatrix: @Sendable (Destination, Row, Integers, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, the tables of ``SepiaToneTables``, the intensity in units of 1/65536, and a number of pixels.
  var sepiaTone: @Sendable (Destination, Row, Table, Table, Table, Table, Table, UInt32, Int) -> Int = {
    _, _, _, _, _, _, _, _, _ in 0
  }
  var colorMatrix: Transformation = { _, _, _, _, _ in 0 }
  /// Luma, blue and red, and a number of pixels.
  var convertToRGB: @Sendable (Destination, Row, Row, Row, Int) -> Int = { _, _, _, _, _ in 0 }

  /// A source, the contributions and the encoded levels of ``MatrixTransform``, and a number of pixels.
  var convertToSRGB: @Sendable (Destination, Row, Integers, UnsafePointer<UInt8>, Int) -> Int = { _, _, _, _, _ in 0 }

  typealias Tables = UnsafePointer<UnsafeRawPointer>
  /// A source, the five tables of ``TableTransform``, 1536 bytes of scratch memory, the bits of a pixel to invert,
  /// whether it has four values, and a number of pixels.
  var convertToSRGBByTable: @Sendable (Destination, Row, Tables, UnsafeMutableRawPointer, UInt32, Bool, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }

  // 16-bit pixels.

  var sourceOver16: Blending = { _, _, _, _ in 0 }
  var premultiply16: Change = { _, _, _ in 0 }
  var unpremultiply16: Change = { _, _, _ in 0 }
  /// A source, a factor slightly too large (``aboveOne``), and a number of pixels.
  var scale16: @Sendable (Destination, Row, Double, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, the curves of ``SepiaToneCurves``, whether pixels are encoded, the intensity, and a number of pixels.
  var sepiaTone16: @Sendable (Destination, Row, Curve, Curve, Curve, Bool, Float, Int) -> Int = {
    _, _, _, _, _, _, _, _ in 0
  }
  var colorMatrix16: Transformation = { _, _, _, _, _ in 0 }

  // Resizing.

  var halvePixels: Halving = { _, _, _, _, _ in 0 }
  var halveSamples: Halving = { _, _, _, _, _ in 0 }
  /// Rows, the taps of one sample and their number, and a number of pixels.
  var resampleVertically: @Sendable (Destination, UnsafePointer<Row>, Taps, Int, Int) -> Int = { _, _, _, _, _ in 0 }
  var resampleVertically16: @Sendable (Destination, UnsafePointer<Row>, Integers, Int, Int) -> Int = {
    _, _, _, _, _ in 0
  }
  /// A row, the taps of all samples and their stride, the first pixels, the numbers of taps, and a number of samples.
  var resampleHorizontally: @Sendable (Destination, Row, Taps, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }
  var resampleHorizontally16: @Sendable (Destination, Row, Integers, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }
  /// Eight rows, their stride, and a number of samples. Returns the number of pairs of samples processed.
  var weaveRows: @Sendable (Destination, Row, Int, Int) -> Int = { _, _, _, _ in 0 }
  /// The destination's stride, then the parameters of ``resampleHorizontally``, for eight interleaved rows.
  var resamplePlaneHorizontally: @Sendable (Destination, Int, Row, Taps, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _, _ in 0
  }

  /// An image's first pixel and its stride, the weights of ``LanczosTaps``, the first position, the distance between
  /// positions, the largest position, each across and down, whether pixels are opaque, and a number of pixels.
  var sampleLanczos:
    @Sendable (Destination, Row, Int, Curve, Int64, Int64, Int64, Int64, Int64, Int64, Bool, Int) -> Int = {
      _, _, _, _, _, _, _, _, _, _, _, _ in 0
    }

  // Blurring.

  /// A source, and a number of pixels.
  var widenForBlur: Change = { _, _, _ in 0 }
  var narrowFromBlur: Change = { _, _, _ in 0 }
  /// The rows of neighbours, the weights, the number of neighbours on each side, whether pixels have 16 bits, and a
  /// number of pixels.
  var weigh: @Sendable (Destination, UnsafePointer<Row>, Taps, Int, Bool, Int) -> Int = { _, _, _, _, _, _ in 0 }
  /// Five rows, and a number of pixels.
  var halveRows: @Sendable (Destination, UnsafePointer<Row>, Int) -> Int = { _, _, _ in 0 }
  /// A row, and a number of pixels at half size.
  var halveColumns: Change = { _, _, _ in 0 }
  /// The row above or nil, two more rows, and a number of pixels.
  var doubleRows: @Sendable (Destination, Row?, Row, Row, Int) -> Int = { _, _, _, _, _ in 0 }
  /// A row, and a number of pixels at double size.
  var doubleColumns: Change = { _, _, _ in 0 }

  // Blocks of a JPEG.

  var makeBlockSamples1: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples2: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples4: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples8: BlockSampling = { _, _, _, _, _, _, _ in 0 }

  var canReadBlocks = false
  var readBlocks: BlockReading = { _, _ in }
  var refineBlocks: BlockReading = { _, _ in }

  // Rows of a PNG. The first two functions start at the second pixel.

  /// The sums, a row, the row above, a number of bytes, and the bytes per pixel.
  var addDifferences: @Sendable (UnsafeMutablePointer<UInt64>, Row, Row, Int, Int) -> Int = { _, _, _, _, step in step }
  /// A row, the row above, a number of bytes, the bytes per pixel, and the filter type.
  var filter: @Sendable (Destination, Row, Row, Int, Int, UInt8) -> Int = { _, _, _, _, step, _ in step }
  var unfilterSub: Unfiltering = { _, _, _, _ in 0 }
  var unfilterUp: Unfiltering = { _, _, _, _ in 0 }
  var unfilterAverage: Unfiltering = { _, _, _, _ in 0 }
  var unfilterPaeth: Unfiltering = { _, _, _, _ in 0 }
  /// Two rows to unfilter in place, the row above, a number of bytes, the bytes per pixel, and the rows' distance.
  var unfilterPaethPair: @Sendable (Destination, Row, Int, Int, Int) -> Int = { _, _, _, _, _ in 0 }
}
