import Foundation
import PixelCore
import PixelKernels
import TestSupport

/// Resizing of one axis: the window of `input` pixels from `start`, `length` long, becomes `output` samples.
struct ResizedAxis: CustomStringConvertible {
  var input: Int
  var output: Int
  var start = 0.0
  var length: Double

  init(_ input: Int, to output: Int) {
    (self.input, self.output, length) = (input, output, Double(input))
  }

  init(_ input: Int, from start: Double, length: Double, to output: Int) {
    (self.input, self.output, self.start, self.length) = (input, output, start, length)
  }

  var description: String { "\(start)+\(length) of \(input) to \(output)" }

  /// The weights of the kernels under test.
  func weights(_ kernel: ResamplingKernel, _ depth: PixelFormat.Depth) -> ResampleWeights {
    ResampleWeights(
      inputLength: input, outputLength: output, start: start, length: length, kernel: kernel, depth: depth)
  }

  /// The textbook weights over the pixels inside the picture, in double precision.
  func exactWeights(_ kernel: ResamplingKernel) -> [[(index: Int, weight: Double)]] {
    let ratio = length / Double(output)
    let widening = max(1, ratio)
    return (0..<output).map { sample in
      let centre = start + (Double(sample) + 0.5) * ratio
      let weights = (0..<input).map { (index: $0, weight: kernel.exact(at: (Double($0) + 0.5 - centre) / widening)) }
        .filter { $0.weight != 0 }
      let sum = weights.reduce(0) { $0 + $1.weight }
      return weights.map { ($0.index, $0.weight / sum) }
    }
  }
}

extension ResamplingKernel {
  /// The textbook formula of the kernel, with the platform's sine.
  fileprivate func exact(at x: Double) -> Double {
    let distance = abs(x)
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    switch self {
    case .lanczos3: return distance < 3 ? sinc(x) * sinc(x / 3) : 0
    case .box: return x >= -0.5 && x < 0.5 ? 1 : 0
    case .bilinear: return max(0, 1 - distance)
    case .mitchell:
      // B = C = ⅓.
      if distance < 1 { return (21 * pow(distance, 3) - 36 * pow(distance, 2) + 16) / 18 }
      if distance < 2 { return (-7 * pow(distance, 3) + 36 * pow(distance, 2) - 60 * distance + 32) / 18 }
      return 0
    case .catmullRom:
      // Keys' cubic convolution with a = −½.
      if distance < 1 { return 1.5 * pow(distance, 3) - 2.5 * pow(distance, 2) + 1 }
      if distance < 2 { return -0.5 * pow(distance, 3) + 2.5 * pow(distance, 2) - 4 * distance + 2 }
      return 0
    }
  }
}

/// A premultiplied picture, resized by the kernels and by the reference.
struct ResampledPicture {
  let width: Int
  let height: Int
  let depth: PixelFormat.Depth
  /// The red, green, blue and alpha of each pixel, row by row.
  let channels: [Int]

  init(width: Int, height: Int, depth: PixelFormat.Depth, channels: [Int]) {
    (self.width, self.height, self.depth, self.channels) = (width, height, depth, channels)
  }

  /// Seeded pixels: some opaque, some transparent, some translucent.
  init(width: Int, height: Int, depth: PixelFormat.Depth, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var channels: [Int] = []
    for _ in 0..<(width * height) {
      let translucent = Int.random(in: 0...depth.largest, using: &generator)
      let alpha = [depth.largest, 0, translucent, translucent].randomElement(using: &generator)!
      for _ in 0..<3 { channels.append(Int.random(in: 0...alpha, using: &generator)) }
      channels.append(alpha)
    }
    self.init(width: width, height: height, depth: depth, channels: channels)
  }

  /// The channels resized by the kernels.
  func resampled(_ columns: ResizedAxis, _ rows: ResizedAxis, _ kernel: ResamplingKernel, by kernels: Kernels) -> [Int]
  {
    let horizontal = columns.weights(kernel, depth)
    let vertical = rows.weights(kernel, depth)
    let (width, bytesPerPixel) = (width, depth.bytesPerPixel)
    var between = [UInt8](repeating: 0xFF, count: (width + ResampleWeights.rowPadding) * vertical.bytesBetween)
    var source = [UInt8](repeating: 0, count: width * height * bytesPerPixel)
    var result = [UInt8](repeating: 0, count: columns.output * rows.output * bytesPerPixel)
    return source.withUnsafeMutableBytes { source in
      for (index, channel) in channels.enumerated() { source.baseAddress!.setChannel(index, channel, depth) }
      return result.withUnsafeMutableBytes { result in
        for y in 0..<rows.output {
          let window = vertical.inputs(of: y).map { UnsafeRawPointer(source.baseAddress! + $0 * width * bytesPerPixel) }
          let row = result.baseAddress! + y * columns.output * bytesPerPixel
          kernels.resampleVertically(&between, rows: window, weights: vertical, sample: y, count: width)
          kernels.resampleHorizontally(row, row: between, weights: horizontal)
        }
        return (0..<(columns.output * rows.output * 4)).map { UnsafeRawPointer(result.baseAddress!).channel($0, depth) }
      }
    }
  }

  /// The channels resized in double precision without rounding, then clamped as the last step is.
  func resampledExactly(_ columns: ResizedAxis, _ rows: ResizedAxis, _ kernel: ResamplingKernel) -> [Double] {
    let (columnWeights, rowWeights) = (columns.exactWeights(kernel), rows.exactWeights(kernel))
    var squeezed: [Double] = []
    for y in 0..<height {
      for weights in columnWeights {
        for channel in 0..<4 {
          squeezed.append(Self.sum(weights) { Double(channels[(y * width + $0) * 4 + channel]) })
        }
      }
    }
    var result: [Double] = []
    for weights in rowWeights {
      for x in 0..<columns.output {
        let pixel = (0..<4).map { channel in
          Self.sum(weights) { squeezed[($0 * columns.output + x) * 4 + channel] }
        }
        // Alpha above opaque becomes opaque, with the colour scaled alike.
        let scale = min(1, Double(depth.largest) / max(1, pixel[3]))
        let alpha = max(0, pixel[3] * scale)
        result += pixel[..<3].map { max(0, min(alpha, $0 * scale)) } + [alpha]
      }
    }
    return result
  }

  private static func sum(_ weights: [(index: Int, weight: Double)], _ value: (Int) -> Double) -> Double {
    var sum = 0.0
    for (index, weight) in weights { sum += weight * value(index) }
    return sum
  }
}
