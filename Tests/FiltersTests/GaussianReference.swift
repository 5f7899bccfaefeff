import Foundation
import PixelCore

/// A blur in double precision: the Gaussian sampled at whole pixels up to eight standard deviations, with the edge pixels
/// repeated beyond the edges.
struct GaussianReference {
  private let weights: [Double]
  private let radius: Int

  init(sigma: Double) {
    radius = Int((8 * sigma).rounded(.up)) + 1
    let radius = radius
    let samples = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = samples.reduce(0, +)
    weights = samples.map { $0 / total }
  }

  /// The channels of a blurred image, row by row, in levels.
  func channels(of image: Image) -> [Double] {
    let (width, height) = (image.size.width, image.size.height)
    let channels = image.channels.map(Double.init)
    let columns = matrix(width)
    let rows = matrix(height)
    var between = [Double](repeating: 0, count: channels.count)
    for y in 0..<height {
      for x in 0..<width {
        for source in 0..<width {
          let weight = columns[x * width + source]
          for channel in 0..<4 {
            between[(y * width + x) * 4 + channel] += weight * channels[(y * width + source) * 4 + channel]
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: channels.count)
    for y in 0..<height {
      for source in 0..<height {
        let weight = rows[y * height + source]
        for index in 0..<width * 4 { result[y * width * 4 + index] += weight * between[source * width * 4 + index] }
      }
    }
    return result
  }

  /// The weight of each input pixel in each output pixel of one axis. Pixels beyond the ends repeat the end pixels.
  private func matrix(_ length: Int) -> [Double] {
    var matrix = [Double](repeating: 0, count: length * length)
    for output in 0..<length {
      for (index, weight) in weights.enumerated() {
        let source = min(max(output + index - radius, 0), length - 1)
        matrix[output * length + source] += weight
      }
    }
    return matrix
  }
}
