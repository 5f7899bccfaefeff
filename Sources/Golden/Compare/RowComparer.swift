import Foundation
import PixelCore
import PixelKernels

/// Compares the rows of two pictures one after another and counts differences.
struct RowComparer {
  private let expected: RowWindow
  private let actual: RowWindow
  private let tolerance: Tolerance
  private let area: ComparisonArea
  private let picture: DifferencePicture?
  private let kernels: Kernels
  /// Size of the area that both pictures share, from their top left corners.
  private let common: PixelSize
  private let width: Int
  private let depth: PixelFormat.Depth
  /// Levels of the depth per level of 255.
  private let scale: Double
  private let antialiasing: Antialiasing
  private let distance: PerceptualDistance?
  private var structure: StructureMap?
  private var damage: DamageMap
  /// Differences of a row's pixels in levels of the depth.
  private var differences: [UInt16]
  private var marks: [UInt8]
  private let steps: DifferenceSteps
  private var found: PictureDifferences
  private var largest: UInt16 = 0
  private var farthest: Float = 0

  init(
    _ expected: RowWindow, _ actual: RowWindow, tolerance: Tolerance, area: ComparisonArea,
    picture: DifferencePicture?, kernels: Kernels
  ) throws {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
    self.area = area
    self.picture = picture
    self.kernels = kernels
    let (one, other) = (expected.shape.size, actual.shape.size)
    common = PixelSize(width: min(one.width, other.width), height: min(one.height, other.height))
    width = max(one.width, other.width)
    depth = expected.shape.format.depth
    scale = Double(depth.largest) / 255
    antialiasing = Antialiasing(expected, actual, size: common)
    if case .perceptual = tolerance.measure { distance = PerceptualDistance(depth) } else { distance = nil }
    steps = DifferenceSteps(DifferenceScale(tolerance.measure))
    if case .structure(let lowest) = tolerance.measure {
      structure = StructureMap(expected, actual, size: common, area: area, lowest: lowest, steps: steps)
    }
    damage = DamageMap(size: common)
    differences = Array(repeating: 0, count: common.width)
    marks = Array(repeating: 0, count: width)
    found = PictureDifferences(expected: one, actual: other)
    found.unmatched = one.pixelCount + other.pixelCount - 2 * common.pixelCount
    try picture?.start(PixelSize(width: width, height: max(one.height, other.height)))
  }

  /// Measures the structure of the rows read so far. Rows whose windows are complete can then be compared.
  mutating func measureStructure() { structure?.advance() }

  /// Compares row `y`. The row and those within reach must be in both windows.
  mutating func compare(row y: Int) throws {
    guard y < common.height else { return try drawUnmatched(y) }
    let (one, other) = (expected.row(y), actual.row(y))
    let isSame = memcmp(one, other, common.width * expected.shape.format.bytesPerPixel) == 0
    var unseen = 0
    var isMarked = false
    if !isSame {
      differences.withUnsafeMutableBufferPointer { differences in
        _ = kernels.differences(differences.baseAddress!, one, other, count: common.width, depth: depth)
      }
    }
    if !area.isEverything {
      unseen = hideUnseen(y)
      isMarked = unseen > 0
    }
    found.seen += common.width - unseen
    if !isSame { isMarked = mark(y, one, other) || isMarked }
    damage.endRow()
    if let picture {
      if width > common.width {
        for x in common.width..<width { marks[x] = DifferenceMark.unmatched }
        isMarked = true
      }
      try picture.add(one, count: expected.shape.size.width, expected.shape.format, marks: isMarked ? marks : nil)
    }
    if isMarked { for x in 0..<width { marks[x] = 0 } }
  }

  /// Marks the pixels of row `y` that are not compared, and treats them as equal. Returns their number.
  private mutating func hideUnseen(_ y: Int) -> Int {
    let mark = DifferenceMark.unseen
    var count = 0
    area.withUnseen(y, width: common.width) { columns in
      for x in columns where marks[x] != mark {
        marks[x] = mark
        differences[x] = 0
        count += 1
      }
    }
    return count
  }

  /// Counts and marks the different pixels of a row. Returns whether there were any.
  private mutating func mark(_ y: Int, _ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    var isMarked = false
    for x in 0..<common.width where differences[x] != 0 {
      isMarked = true
      let difference = differences[x]
      found.changed += 1
      largest = max(largest, difference)
      guard let step = step(x, y, difference, one, other) else {
        marks[x] = DifferenceMark.tolerated
        continue
      }
      if !tolerance.countsAntialiasing && antialiasing.explains(x, y) {
        found.antialiased += 1
        marks[x] = DifferenceMark.antialiased
      } else {
        found.different += 1
        damage.add(x, difference)
        marks[x] = DifferenceMark.different(step)
      }
    }
    return isMarked
  }

  /// Returns the step of a pixel that differs by more than is allowed, or nil if it doesn't.
  private mutating func step(
    _ x: Int, _ y: Int, _ difference: UInt16, _ one: UnsafeRawPointer, _ other: UnsafeRawPointer
  ) -> UInt8? {
    let levels = Double(difference) / scale
    switch tolerance.measure {
    case .exact: return steps(levels)
    case .channels(let limit): return Double(difference) > limit * scale ? steps(levels) : nil
    case .perceptual(let limit):
      let offset = x * depth.bytesPerPixel
      let distance = distance!(one + offset, other + offset)
      farthest = max(farthest, distance)
      return Double(distance) > limit ? steps(steps.countLevels ? levels : Double(distance)) : nil
    case .structure:
      guard let step = structure!.step(x, y) else { return nil }
      return steps.countLevels ? steps(levels) : step
    }
  }

  private func drawUnmatched(_ y: Int) throws {
    guard let picture else { return }
    let row = y < expected.shape.size.height ? expected.row(y) : nil
    let marks = Array(repeating: DifferenceMark.unmatched, count: width)
    try picture.add(row, count: expected.shape.size.width, expected.shape.format, marks: marks)
  }

  /// Returns the result after all rows were compared.
  func finish() throws -> PictureDifferences {
    try picture?.finish()
    var result = found
    result.largest = Double(largest) / scale
    if distance != nil { result.farthest = Double(farthest) }
    result.similarity = structure?.similarity
    result.densest = damage.densest
    let places = damage.damage(levels: scale)
    result.damageCount = places.count
    result.damage = Array(places.prefix(PictureDifferences.damageLimit))
    if result.expected != result.actual {
      result.objections.append(.size(expected: result.expected, actual: result.actual))
    }
    if result.seen == 0 { result.objections.append(.nothingSeen) }
    let allowed = tolerance.pixels.count(of: result.seen)
    if result.different > allowed { result.objections.append(.pixels(result.different, allowed: allowed)) }
    // If no pixel may differ, the number of pixels is already an objection.
    if allowed > 0, let densest = result.densest {
      // The limit is the same for the smaller windows at the edges.
      let total = StructuralSimilarity.windowSide * StructuralSimilarity.windowSide
      if Double(densest.pixels) > tolerance.density * Double(total) {
        result.objections.append(
          .density(pixels: densest.pixels, of: total, window: densest.window, allowed: tolerance.density))
      }
    }
    return result
  }
}
