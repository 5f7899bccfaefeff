/// The colours that represent a picture with the least squared error.
///
/// The colours are divided into boxes: into opaque ones and others, then always the box with the largest error, at its
/// mean in the channel with the largest variance (after Wu 1991). Then each colour of the palette moves to the mean of
/// the colours nearest to it, until none moves (Lloyd 1982). Sums are of whole numbers, and no product and sum of
/// floating-point numbers are fused, so every CPU gives the same palette.
struct ReducedPalette {
  private(set) var colors: [PaletteColor]
  /// For each entry of the counts, the index of the nearest colour.
  private(set) var nearest: [Int]

  /// Maximum number of times that the colours move. Twenty gave the same SSIMULACRA2 scores over photos.
  private static let rounds = 10
  /// Upper bound of the bytes in use while a palette is made.
  static let byteCount = ColorCounts.limit * (MemoryLayout<Sample>.stride + 4 * 8)

  /// - Parameter count: Maximum number of colours, 2 to 256.
  init(_ counts: ColorCounts, count: Int) {
    let samples = counts.entries.map(Sample.init)
    colors = Self.divided(samples, count: count)
    nearest = Array(repeating: 0, count: samples.count)
    for _ in 0..<Self.rounds {
      findNearest(samples)
      let moved = means(samples)
      if moved == colors { return }
      colors = moved
    }
    findNearest(samples)
  }

  private static func divided(_ samples: [Sample], count: Int) -> [PaletteColor] {
    var boxes = [true, false].compactMap { isOpaque in
      let members = samples.indices.filter { samples[$0].color.isOpaque == isOpaque }
      return members.isEmpty ? nil : Box(samples, members)
    }
    while boxes.count < count {
      let largest = boxes.indices.max { boxes[$0].error < boxes[$1].error }!
      guard let (low, high) = boxes[largest].halves(samples) else { break }
      boxes[largest] = low
      boxes.append(high)
    }
    return boxes.map(\.mean)
  }

  private mutating func findNearest(_ samples: [Sample]) {
    let search = PaletteSearch(colors)
    for index in samples.indices {
      nearest[index] = search.nearest(to: samples[index].color, guess: nearest[index])
    }
  }

  /// Returns the means of the samples nearest to each colour. A colour that is nearest to none stays.
  private func means(_ samples: [Sample]) -> [PaletteColor] {
    var sums = [SIMD4<Int>](repeating: .zero, count: colors.count)
    var counts = [Int](repeating: 0, count: colors.count)
    for (sample, index) in zip(samples, nearest) {
      sums[index] &+= sample.sum
      counts[index] &+= sample.count
    }
    return colors.indices.map { index in
      counts[index] == 0 ? colors[index] : PaletteColor(rounding: SIMD4<Double>(sums[index]) / Double(counts[index]))
    }
  }
}

/// A colour that occurs in the picture, or the mean of several similar ones.
private struct Sample {
  let count: Int
  let sum: SIMD4<Int>
  let color: PaletteColor

  init(_ entry: ColorCounts.Entry) {
    (count, sum) = (entry.count, entry.sum)
    color = PaletteColor(rounding: SIMD4<Double>(sum) / Double(count))
  }
}

/// Some of the samples.
private struct Box {
  let members: [Int]
  let mean: PaletteColor
  /// The weighted sum of squared differences from the mean; 0 if the box can't be divided.
  let error: Double
  /// The channel with the largest variance.
  private let axis: Int
  private let middle: Int32

  init(_ samples: [Sample], _ members: [Int]) {
    self.members = members
    // Exact: with 2³¹ pixels, a sum of squares stays below 2⁵⁶.
    var (count, sum, squares) = (0, SIMD4<Int>.zero, SIMD4<Int>.zero)
    var (low, high) = (SIMD4<Int32>(repeating: .max), SIMD4<Int32>(repeating: .min))
    for member in members {
      let sample = samples[member]
      count &+= sample.count
      sum &+= sample.sum
      let color = SIMD4<Int>(truncatingIfNeeded: sample.color.channels)
      squares &+= color &* color &* sample.count
      low = pointwiseMin(low, sample.color.channels)
      high = pointwiseMax(high, sample.color.channels)
    }
    let middle = SIMD4<Double>(sum) / Double(count)
    // Alpha weighs as much as green.
    let errors = (SIMD4<Double>(squares) - SIMD4<Double>(sum) * middle) * SIMD4<Double>(2, 4, 3, 4)
    let axes = (0..<4).filter { low[$0] < high[$0] }
    let axis = axes.max { errors[$0] < errors[$1] }
    self.axis = axis ?? 0
    mean = PaletteColor(rounding: middle)
    // At least the lowest colour is below the middle, and the highest isn't.
    self.middle = max(mean.channels[self.axis], low[self.axis] &+ 1)
    error = axis == nil ? 0 : max(errors[0] + errors[1] + errors[2] + errors[3], 1)
  }

  /// Returns the samples below the mean and the others; nil if all have the same colour.
  func halves(_ samples: [Sample]) -> (Box, Box)? {
    guard error > 0 else { return nil }
    let low = members.filter { samples[$0].color.channels[axis] < middle }
    let high = members.filter { samples[$0].color.channels[axis] >= middle }
    return (Box(samples, low), Box(samples, high))
  }
}
