import PixelCore

/// The weights of Lanczos-3 for samples between pixels: six for each of 1024 distances.
package struct LanczosTaps: Sendable {
  static let shared = LanczosTaps()
  /// Number of bits of a position between two pixels that select the weights.
  static var phaseBits: Int { 10 }
  /// Distance between the weights of two phases. Only the first six numbers are used.
  static var stride: Int { 8 }

  private let weights: [Float]

  private init() {
    weights = (0...(1 << Self.phaseBits)).flatMap { phase -> [Float] in
      let share = Double(phase) / Double(1 << Self.phaseBits)
      let values = (-2...3).map { ResamplingKernel.lanczos3.value(at: Double($0) - share) }
      let sum = values.reduce(0, +)
      return values.map { Float($0 / sum) } + [0, 0]
    }
  }

  func withPointer<R>(_ body: (UnsafePointer<Float>) -> R) -> R {
    weights.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

/// A complete image to be read at positions between its pixels. Beyond its edges it continues with its edge pixels.
///
/// A sample is the weighted mean of 36 pixels by Lanczos-3. Positions are rounded to 1/1024 of a pixel. Sums are in
/// single precision in a fixed order, without fused multiplications, so results are the same everywhere.
package struct SampledImage: ~Copyable {
  public let shape: ImageShape
  /// The image with a border of ``border`` pixels on each side.
  private var buffer: PixelBuffer

  /// Copies of edge pixels on each side: three for the weights, and one because a position can be a pixel outside.
  private static let border = 4

  /// A position in 2⁻³² of a pixel, relative to the middle of the top left pixel.
  public typealias Position = (x: Int64, y: Int64)

  /// Allocates memory for an image. All rows must be set before the image is read.
  public init(_ shape: ImageShape) {
    self.shape = shape
    buffer = PixelBuffer(shape: Self.bordered(shape))
  }

  private static func bordered(_ shape: ImageShape) -> ImageShape {
    let size = PixelSize(width: shape.size.width + 2 * border, height: shape.size.height + 2 * border)
    return ImageShape(size: size, format: shape.format)
  }

  /// Memory in bytes.
  public static func byteCount(_ shape: ImageShape) -> Int { bordered(shape).byteCount }

  /// Copies a row of the image, and repeats it above the first row and below the last.
  public mutating func setRow(_ y: Int, _ row: UnsafeRawPointer) {
    let (bytes, width) = (shape.format.bytesPerPixel, shape.size.width)
    let target = buffer.mutableRow(y + Self.border)
    (target + Self.border * bytes).copyMemory(from: row, byteCount: width * bytes)
    for place in 0..<Self.border {
      (target + place * bytes).copyMemory(from: row, byteCount: bytes)
      (target + (width + Self.border + place) * bytes).copyMemory(from: row + (width - 1) * bytes, byteCount: bytes)
    }
    let length = (width + 2 * Self.border) * bytes
    for place in 0..<Self.border {
      if y == 0 { buffer.mutableRow(place).copyMemory(from: target, byteCount: length) }
      if y == shape.size.height - 1 {
        buffer.mutableRow(y + Self.border + 1 + place).copyMemory(from: target, byteCount: length)
      }
    }
  }

  /// Makes a row of pixels from samples along a line, over a background.
  ///
  /// A pixel of share s is `sample · s + background · (1 − s)`, rounded once, where the sample's colours are clamped to
  /// its alpha.
  ///
  /// - Parameters:
  ///   - first: Position of the first pixel.
  ///   - step: Distance between neighbouring pixels.
  ///   - shares: For each pixel, the share that the image covers, in 65535ths.
  ///   - isOpaque: Whether all results are opaque.
  public func sample(
    _ destination: UnsafeMutableRawPointer, from first: Position, step: Position, shares: [UInt16],
    over background: Pixel, isOpaque: Bool
  ) {
    LanczosTaps.shared.withPointer { taps in
      switch shape.format.depth {
      case .eight: sample(destination, first, step, shares, background, isOpaque, taps, UInt8.self)
      case .sixteen: sample(destination, first, step, shares, background, isOpaque, taps, UInt16.self)
      }
    }
  }

  private func sample<Channel: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ first: Position, _ step: Position, _ shares: [UInt16],
    _ background: Pixel, _ isOpaque: Bool, _ taps: UnsafePointer<Float>, _: Channel.Type
  ) {
    let size = 4 * MemoryLayout<Channel>.size
    let largest = Float(Channel.max)
    let behind = SIMD4<Float>(
      Float(background.red), Float(background.green), Float(background.blue), Float(background.alpha))
    let (base, stride) = (buffer.row(0), buffer.stride)
    // Samples are at most 0.71 pixels outside the image. The bounds only keep reads inside the buffer.
    let half = Int64(1) << 31
    let (right, bottom) = (Int64(2 * shape.size.width + 1) * half, Int64(2 * shape.size.height + 1) * half)
    var (x, y) = first
    for index in shares.indices {
      let share = shares[index]
      if share == 0 {
        background.store(in: destination, at: index)
      } else {
        let (placeX, placeY) = (min(max(x, -3 &* half), right), min(max(y, -3 &* half), bottom))
        let (pixelX, phaseX) = Self.split(placeX)
        let (pixelY, phaseY) = Self.split(placeY)
        // The first of the six pixels and rows is two before the position.
        let (column, line) = (pixelX &+ Self.border &- 2, pixelY &+ Self.border &- 2)
        let corner = base + (line &* stride &+ column &* size)
        let (weightsX, weightsY) = (taps + phaseX, taps + phaseY)
        var sum = SIMD4<Float>.zero
        for row in 0..<6 {
          let pixels = corner + row &* stride
          var mean = Self.pixel(pixels, Channel.self) * weightsX[0]
          mean += Self.pixel(pixels + size, Channel.self) * weightsX[1]
          mean += Self.pixel(pixels + 2 &* size, Channel.self) * weightsX[2]
          mean += Self.pixel(pixels + 3 &* size, Channel.self) * weightsX[3]
          mean += Self.pixel(pixels + 4 &* size, Channel.self) * weightsX[4]
          mean += Self.pixel(pixels + 5 &* size, Channel.self) * weightsX[5]
          sum += mean * weightsY[row]
        }
        let alpha = isOpaque ? largest : min(max(sum.w, 0), largest)
        sum.w = alpha
        sum = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
        if share < 65_535 {
          let part = Float(share) / 65_535
          sum = sum * part + behind * (1 - part)
          if isOpaque { sum.w = largest }
        }
        let rounded = sum + 0.5
        destination.storeBytes(
          of: SIMD4<Channel>(Channel(rounded.x), Channel(rounded.y), Channel(rounded.z), Channel(rounded.w)),
          toByteOffset: index &* size, as: SIMD4<Channel>.self)
      }
      x &+= step.x
      y &+= step.y
    }
  }

  /// Splits a position into the pixel to its left and the offset of its weights.
  @inline(__always)
  private static func split(_ position: Int64) -> (pixel: Int, weights: Int) {
    let pixel = position &>> 32
    let bits = Int64(32 - LanczosTaps.phaseBits)
    let rest = position &- pixel &<< 32
    let half: Int64 = 1 &<< (bits &- 1)
    let phase = (rest &+ half) &>> bits
    return (Int(pixel), Int(phase) &* LanczosTaps.stride)
  }

  @inline(__always)
  private static func pixel<Channel: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
    _ place: UnsafeRawPointer, _: Channel.Type
  ) -> SIMD4<Float> {
    let pixel = place.loadUnaligned(as: SIMD4<Channel>.self)
    return SIMD4<Float>(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w))
  }
}
