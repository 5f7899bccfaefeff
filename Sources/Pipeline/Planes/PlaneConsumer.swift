/// Makes an output of planes, as far as their rows have come.
protocol PlaneConsumer: AnyObject {
  /// What resamples each plane.
  var resamplers: [PlaneResampler] { get }
  /// Makes and hands on what can be made.
  func advance() throws
  /// Says that all rows have come, and been made.
  func finish() throws
}
