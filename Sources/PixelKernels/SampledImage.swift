import PixelCore

/// The weights of Lanczos-3 for samples between pixels: six for each of 1024 distances.
package struct LanczosTaps: Sendable {
  static let shared = LanczosTaps()
  /// Fractional bits of a sample position: 2¹⁰ phases between two pixels.
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
    over background: Pixel, isOpaque: Bool, kernels: Kernels
  ) {
    LanczosTaps.shared.withPointer { taps in
      var index = 0
      while index < shares.count {
        if shares[index] == 0 {
          background.store(in: destination, at: index)
          index += 1
          continue
        }
        let isWhole = shares[index] == 65_535
        let end = isWhole ? index + shares[index...].prefix { $0 == 65_535 }.count : index + 1
        func place() -> Position { (first.x &+ Int64(index) &* step.x, first.y &+ Int64(index) &* step.y) }
        func target() -> UnsafeMutableRawPointer { destination + index * shape.format.bytesPerPixel }
        if isWhole, shape.format.depth == .eight {
          index += sampleRun(target(), place(), step, taps, isOpaque, end - index, kernels)
        }
        while index < end {
          switch shape.format.depth {
          case .eight: sample(target(), place(), shares[index], background, isOpaque, taps, UInt8.self)
          case .sixteen: sample(target(), place(), shares[index], background, isOpaque, taps, UInt16.self)
          }
          index += 1
        }
      }
    }
  }

  /// Makes pixels that the image covers wholly, by vectors. Returns their number.
  private func sampleRun(
    _ destination: UnsafeMutableRawPointer, _ first: Position, _ step: Position, _ taps: UnsafePointer<Float>,
    _ isOpaque: Bool, _ count: Int, _ kernels: Kernels
  ) -> Int {
    kernels.vectors.sampleLanczos(
      destination, buffer.row(0), buffer.stride, taps, first.x &+ Self.borderLength, first.y &+ Self.borderLength,
      step.x, step.y, last.x, last.y, isOpaque, count)
  }

  private static let borderLength = Int64(border) &<< 32

  /// The largest position relative to the buffer's first pixel. Samples are at most 0.71 pixels outside the image. The
  /// bounds only keep reads inside the buffer.
  private var last: Position {
    (
      x: Self.borderLength &+ Int64(2 * shape.size.width + 1) &<< 31,
      y: Self.borderLength &+ Int64(2 * shape.size.height + 1) &<< 31
    )
  }

  private func sample<Channel: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ place: Position, _ share: UInt16, _ background: Pixel, _ isOpaque: Bool,
    _ taps: UnsafePointer<Float>, _: Channel.Type
  ) {
    let size = 4 * MemoryLayout<Channel>.size
    let largest = Float(Channel.max)
    let (column, phaseX) = Self.split(min(max(place.x &+ Self.borderLength, 2 &<< 32), last.x))
    let (row, phaseY) = Self.split(min(max(place.y &+ Self.borderLength, 2 &<< 32), last.y))
    // The first of the six pixels and rows is two before the position.
    let corner = buffer.row(0) + ((row &- 2) &* buffer.stride &+ (column &- 2) &* size)
    let (across, down) = (taps + phaseX, taps + phaseY)
    func columnSum(_ number: Int) -> SIMD4<Float> {
      var sum = Self.pixel(corner + number &* size, Channel.self) * down[0]
      for row in 1..<6 {
        sum += Self.pixel(corner + (row &* buffer.stride &+ number &* size), Channel.self) * down[row]
      }
      return sum
    }
    // Even and odd columns apart, as vectors of two pixels add them.
    var (even, odd) = (columnSum(0) * across[0], columnSum(1) * across[1])
    even += columnSum(2) * across[2]
    odd += columnSum(3) * across[3]
    even += columnSum(4) * across[4]
    odd += columnSum(5) * across[5]
    var sum = even + odd
    let alpha = isOpaque ? largest : min(max(sum.w, 0), largest)
    sum.w = alpha
    sum = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    if share < 65_535 {
      let part = Float(share) / 65_535
      let behind = SIMD4<Float>(
        Float(background.red), Float(background.green), Float(background.blue), Float(background.alpha))
      sum = sum * part + behind * (1 - part)
      if isOpaque { sum.w = largest }
    }
    let rounded = sum + 0.5
    destination.storeBytes(
      of: SIMD4<Channel>(Channel(rounded.x), Channel(rounded.y), Channel(rounded.z), Channel(rounded.w)),
      as: SIMD4<Channel>.self)
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
