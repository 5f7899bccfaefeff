import PixelCore

/// The rows of an output plane, made several at a time: `PlaneResampler.rowsAtOnce`.
protocol PlaneRows: AnyObject {
  var size: PixelSize { get }
  /// Index of the first row to be made next.
  var nextRow: Int { get }
  /// Whether rows remain and their input has arrived.
  var isReady: Bool { get }
  /// Makes the next rows with one byte per sample and `stride` bytes between rows. The destination must have space for
  /// all rows made at a time. Rows after the last row of the plane have undefined content.
  func makeRows(_ destination: UnsafeMutableRawPointer, stride: Int)
}

/// Makes an output from planes as their rows arrive.
protocol PlaneConsumer: AnyObject {
  /// Makes and passes on all rows whose input has arrived.
  func advance() throws
  /// Finishes the output after all rows were made.
  func finish() throws
}
