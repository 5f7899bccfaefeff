import PixelCore

extension FilterPlan {
  /// Creates the plan of a filter that computes each pixel from the pixel at the same position. This is the simplest
  /// way to write your own filter.
  ///
  /// ```swift
  /// // In a filter's `plan(_:in:)`:
  /// let plan = FilterPlan(eachPixelOf: input) { pixel, _ in pixel * SIMD4(0.5, 0.5, 0.5, 1) }
  /// ```
  ///
  /// The closure receives red, green, blue and alpha of a pixel, each from 0 to 1, and its position from the top left
  /// corner. Its result is clamped to 0 to 1, colours are clamped to alpha, and everything is rounded once. The values
  /// are premultiplied, and in encoded sRGB or linear light according to the recipe's `working`.
  ///
  /// The closure must use only `+`, `-`, `*`, `/`, `squareRoot()` and ``ExactMath``, so that pictures are the same on
  /// every machine.
  ///
  /// - Parameter input: The shape of the image, which is also the shape of the output.
  public init(
    eachPixelOf input: ImageShape,
    _ transform: @escaping @Sendable (_ pixel: SIMD4<Float>, _ place: PixelPoint) -> SIMD4<Float>
  ) {
    self.init(output: input, work: .rows { _ in EachPixelLoop(input, transform) })
  }
}

/// Computes each pixel by a function of its values and its position.
private final class EachPixelLoop: RowLoop {
  private let shape: ImageShape
  private let transform: (SIMD4<Float>, PixelPoint) -> SIMD4<Float>

  init(_ shape: ImageShape, _ transform: @escaping (SIMD4<Float>, PixelPoint) -> SIMD4<Float>) {
    (self.shape, self.transform) = (shape, transform)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    switch shape.format.depth {
    case .eight: apply(to: input, y, output, UInt8.self)
    case .sixteen: apply(to: input, y, output, UInt16.self)
    }
  }

  private func apply<Channel: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    to input: UnsafeRawPointer, _ y: Int, _ output: UnsafeMutableRawPointer, _: Channel.Type
  ) {
    let largest = Float(Channel.max)
    for x in 0..<shape.size.width {
      let offset = x * 4 * MemoryLayout<Channel>.size
      let pixel = input.loadUnaligned(fromByteOffset: offset, as: SIMD4<Channel>.self)
      let numbers = SIMD4<Float>(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w)) / largest
      let made = transform(numbers, PixelPoint(x: x, y: y))
      let alpha = shape.format.alpha == .opaque ? 1 : Self.clamped(made.w, to: 1)
      let bound = shape.format.alpha == .straight ? 1 : alpha
      let channel = { (number: Float) in Channel((Self.clamped(number, to: bound) * largest).rounded()) }
      output.storeBytes(
        of: SIMD4<Channel>(channel(made.x), channel(made.y), channel(made.z), Channel((alpha * largest).rounded())),
        toByteOffset: offset, as: SIMD4<Channel>.self)
    }
  }

  /// Clamps a number. NaN becomes 0.
  private static func clamped(_ number: Float, to bound: Float) -> Float { number > 0 ? min(number, bound) : 0 }
}
