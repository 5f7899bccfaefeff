import Foundation
import PackshotKit
import Testing

/// A picture that another program made, and what packshot makes of the same description.
struct Reference: Sendable, CustomTestStringConvertible {
  /// Below the corpus's folder `references`.
  let file: String
  /// How far a premultiplied channel may be off, in levels of 8 bits.
  let bound: Int
  /// Where the two are compared; nil for everywhere.
  var parts: [PixelRect]?
  let photo: @Sendable () throws -> Photo

  init(
    _ file: String, within bound: Int, parts: [PixelRect]? = nil, photo: @escaping @Sendable () throws -> Photo
  ) {
    (self.file, self.bound, self.parts, self.photo) = (file, bound, parts, photo)
  }

  var testDescription: String { file }

  /// All that packshot's filters can make.
  static let all = resvg + tinySkia + sharp + skia + imaging + coreImage

  /// How our picture differs from theirs, both premultiplied: colour under transparent pixels is no difference.
  func differences() throws -> Differences {
    let theirs = try Photo(reference: file).image(in: .encodedPremultiplied)
    let ours = try photo().image(in: .encodedPremultiplied)
    try #require(ours.size == theirs.size)
    let whole = PixelRect(origin: .zero, size: ours.size)
    return (parts ?? [whole]).reduce(into: Differences()) { differences, part in
      for y in part.rows {
        let (ours, theirs) = (ours.row(y), theirs.row(y))
        for x in part.columns {
          let steps = (x * 4..<x * 4 + 4).map {
            abs(Int(ours.load(fromByteOffset: $0, as: UInt8.self)) - Int(theirs.load(fromByteOffset: $0, as: UInt8.self)))
          }
          differences.add(steps.max()!, at: PixelPoint(x: x, y: y))
        }
      }
    }
  }
}

/// What a comparison of two pictures found.
struct Differences: CustomStringConvertible {
  private(set) var largest = 0
  /// Where the largest one is first met.
  private(set) var place = PixelPoint.zero
  private var differing = 0
  private var count = 0

  /// Counts a pixel whose channels differ by at most `step`.
  mutating func add(_ step: Int, at place: PixelPoint) {
    count += 1
    if step > 0 { differing += 1 }
    if step > largest { (largest, self.place) = (step, place) }
  }

  var description: String { "largest \(largest), at \(place); \(differing) of \(count) pixels differ" }
}

extension Photo {
  /// A file below the corpus's folder `references`.
  init(reference file: String) throws { try self.init(contentsOf: Corpus.path("references/\(file)")) }

  /// A picture of one colour.
  init(_ color: Color, _ width: Int, _ height: Int, working: PixelFormat.Transfer = .encoded) throws {
    try self.init(width: width, height: height, working: working) { _, _ in color }
  }

  /// A picture of a colour for each pixel, as a PNG with straight alpha holds it.
  init(
    width: Int, height: Int, working: PixelFormat.Transfer = .encoded, color: (_ x: Int, _ y: Int) -> Color
  ) throws {
    let shape = ImageShape(size: PixelSize(width: width, height: height), format: .encodedStraight)
    var rows = PixelBuffer(shape: shape)
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        let bytes = [color.red, color.green, color.blue, color.alpha]
        (rows.mutableRow(y) + x * 4).copyMemory(from: bytes, byteCount: 4)
      }
    }
    var file: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png(compression: 1))) {
      file.append(contentsOf: $0)
    }
    try rows.withBand { try writer.push($0) }
    try writer.finish()
    try self.init(EncodedImage(file), name: "drawn", working: working)
  }

  /// A picture of one colour in a frame of another, `line` pixels wide.
  init(frame: Color, line: Int, _ width: Int, _ height: Int) throws {
    try self.init(width: width, height: height) { x, y in
      min(x, y, width - 1 - x, height - 1 - y) < line ? frame : .transparent
    }
  }

  /// The photo with another one's top-left corner at `(x, y)`.
  func with(_ other: Photo, at x: Int, _ y: Int) throws -> Photo {
    try composited(under: other, at: .topLeft, inset: PixelPoint(x: x, y: y))
  }
}
