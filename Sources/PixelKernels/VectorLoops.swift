/// What instruction sets do of each loop: functions that process whole vectors from a row's start and say how far they
/// came. The scalar loop does the rest.
///
/// These are the functions of a machine without vectors, which do nothing. Each architecture has a table that puts its own
/// in their places; `PixelKernels` asks nowhere else what machine it is built for. They are called once for a row.
struct VectorLoops: Sendable {
  typealias Destination = UnsafeMutableRawPointer
  typealias Row = UnsafeRawPointer
  typealias Integers = UnsafePointer<Int32>
  typealias Taps = UnsafePointer<Int16>
  typealias Table = UnsafePointer<UInt32>
  typealias Curve = UnsafePointer<Float>

  /// A source, and how many pixels.
  typealias Change = @Sendable (Destination, Row, Int) -> Int
  /// A source, a matrix of four columns of four coefficients, whether it is affine in colour, and how many pixels.
  typealias Transformation = @Sendable (Destination, Row, UnsafePointer<Double>, Bool, Int) -> Int
  /// A background, a foreground, and how many pixels.
  typealias Blending = @Sendable (Destination, Row, Row, Int) -> Int
  /// The upper and the lower row, how many values they have, and which row of the half it is.
  typealias Halving = @Sendable (Destination, Row, Row, Int, Int) -> Int
  /// The destination's stride, blocks, how many are side by side and how far these are from the next, the quantisers, and how
  /// many blocks.
  typealias BlockSampling = @Sendable (Destination, Int, Row, Int, Int, Taps, Int) -> Int
  /// A row in its place, the one above, how many bytes, and how many of them are a pixel.
  typealias Unfiltering = @Sendable (Destination, Row, Int, Int) -> Int

  // Pixels of 8 bits.

  var sourceOver: Blending = { _, _, _, _ in 0 }
  var premultiply: Change = { _, _, _ in 0 }
  var unpremultiply: Change = { _, _, _ in 0 }
  /// A source, a factor in millionths, and how many pixels.
  var scale: @Sendable (Destination, Row, Int32, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, nine coefficients in millionths, and how many pixels.
  var sepiaMatrix: @Sendable (Destination, Row, Integers, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, the tables of ``SepiaToneTables``, the intensity in 65536ths, and how many pixels.
  var sepiaTone: @Sendable (Destination, Row, Table, Table, Table, Table, Table, UInt32, Int) -> Int = {
    _, _, _, _, _, _, _, _, _ in 0
  }
  var colorMatrix: Transformation = { _, _, _, _, _ in 0 }
  /// Luma, blue and red, and how many pixels.
  var convertToRGB: @Sendable (Destination, Row, Row, Row, Int) -> Int = { _, _, _, _, _ in 0 }

  /// A source, what its values give to sums of light and the levels of those, both of ``MatrixTransform``, and how many pixels.
  var convertToSRGB: @Sendable (Destination, Row, Integers, UnsafePointer<UInt8>, Int) -> Int = { _, _, _, _, _ in 0 }

  typealias Tables = UnsafePointer<UnsafeRawPointer>
  /// A source, the five tables of ``TableTransform``, 1536 bytes to work with, the bits of a pixel that are turned over, whether it has
  /// four values, and how many pixels.
  var convertToSRGBByTable: @Sendable (Destination, Row, Tables, UnsafeMutableRawPointer, UInt32, Bool, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }

  // Pixels of 16 bits.

  var sourceOver16: Blending = { _, _, _, _ in 0 }
  var premultiply16: Change = { _, _, _ in 0 }
  var unpremultiply16: Change = { _, _, _ in 0 }
  /// A source, a factor that is a trifle too large, and how many pixels.
  var scale16: @Sendable (Destination, Row, Double, Int) -> Int = { _, _, _, _ in 0 }
  /// A source, the curves of ``SepiaToneCurves``, whether pixels are encoded, the intensity, and how many pixels.
  var sepiaTone16: @Sendable (Destination, Row, Curve, Curve, Curve, Bool, Float, Int) -> Int = {
    _, _, _, _, _, _, _, _ in 0
  }
  var colorMatrix16: Transformation = { _, _, _, _, _ in 0 }

  // Resizing.

  var halvePixels: Halving = { _, _, _, _, _ in 0 }
  var halveSamples: Halving = { _, _, _, _, _ in 0 }
  /// Rows, the taps of one sample and how many, and how many pixels.
  var resampleVertically: @Sendable (Destination, UnsafePointer<Row>, Taps, Int, Int) -> Int = { _, _, _, _, _ in 0 }
  var resampleVertically16: @Sendable (Destination, UnsafePointer<Row>, Integers, Int, Int) -> Int = {
    _, _, _, _, _ in 0
  }
  /// A row, the taps of all samples and how many a sample has room for, their firsts, their counts, and how many samples.
  var resampleHorizontally: @Sendable (Destination, Row, Taps, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }
  var resampleHorizontally16: @Sendable (Destination, Row, Integers, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _ in 0
  }
  /// Eight rows, their stride, and how many samples. It says how many pairs of them it did.
  var weaveRows: @Sendable (Destination, Row, Int, Int) -> Int = { _, _, _, _ in 0 }
  /// The destination's stride, then as in ``resampleHorizontally``, for eight rows that are woven together.
  var resamplePlaneHorizontally: @Sendable (Destination, Int, Row, Taps, Int, Integers, Integers, Int) -> Int = {
    _, _, _, _, _, _, _, _ in 0
  }

  // Blurring.

  /// A source, and how many pixels.
  var widenForBlur: Change = { _, _, _ in 0 }
  var narrowFromBlur: Change = { _, _, _ in 0 }
  /// The rows of neighbours, the weights, how many neighbours there are on each side, whether pixels have 16 bits, and how many
  /// pixels.
  var weigh: @Sendable (Destination, UnsafePointer<Row>, Taps, Int, Bool, Int) -> Int = { _, _, _, _, _, _ in 0 }
  /// Five rows, and how many pixels.
  var halveRows: @Sendable (Destination, UnsafePointer<Row>, Int) -> Int = { _, _, _ in 0 }
  /// A row, and how many pixels of the half.
  var halveColumns: Change = { _, _, _ in 0 }
  /// The row above or none, two more, and how many pixels.
  var doubleRows: @Sendable (Destination, Row?, Row, Row, Int) -> Int = { _, _, _, _, _ in 0 }
  /// A row, and how many pixels of the double.
  var doubleColumns: Change = { _, _, _ in 0 }

  // Blocks of a JPEG.

  var makeBlockSamples1: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples2: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples4: BlockSampling = { _, _, _, _, _, _, _ in 0 }
  var makeBlockSamples8: BlockSampling = { _, _, _, _, _, _, _ in 0 }

  // Rows of a PNG. The first two begin with the second pixel.

  /// The sums, a row, the one above, how many bytes, and how many of them are a pixel.
  var addDifferences: @Sendable (UnsafeMutablePointer<UInt64>, Row, Row, Int, Int) -> Int = { _, _, _, _, step in step }
  /// A row, the one above, how many bytes, how many of them are a pixel, and the number of the filter.
  var filter: @Sendable (Destination, Row, Row, Int, Int, UInt8) -> Int = { _, _, _, _, step, _ in step }
  var unfilterSub: Unfiltering = { _, _, _, _ in 0 }
  var unfilterUp: Unfiltering = { _, _, _, _ in 0 }
  var unfilterAverage: Unfiltering = { _, _, _, _ in 0 }
  var unfilterPaeth: Unfiltering = { _, _, _, _ in 0 }
}
