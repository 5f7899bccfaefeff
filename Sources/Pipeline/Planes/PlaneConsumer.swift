import PixelCore

/// Rows of a plane of the result, which are made a few at a time: `PlaneResampler.rowsAtOnce`.
protocol PlaneRows: AnyObject {
  var size: PixelSize { get }
  /// The first row to be made next.
  var nextRow: Int { get }
  /// Whether there are such rows, and what they are made of has come.
  var isReady: Bool { get }
  /// Makes the next rows, one byte a sample, `stride` from each to the next. There is room for as many as are made at a time;
  /// behind the last row of the result they hold anything.
  func makeRows(_ destination: UnsafeMutableRawPointer, stride: Int)
}

/// Makes an output of planes, as far as their rows have come.
protocol PlaneConsumer: AnyObject {
  /// Makes and hands on what can be made.
  func advance() throws
  /// Says that all rows have come, and been made.
  func finish() throws
}
