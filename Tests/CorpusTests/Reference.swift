import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import Testing

/// Another program's picture, and packshot's picture from the same description.
struct Reference: Sendable, CustomTestStringConvertible {
  /// The file below the corpus's folder `references`.
  let file: String
  /// The largest allowed difference of a premultiplied channel, in levels of 8 bits.
  let bound: Int
  /// Which pixels may differ.
  let place: Place
  /// The compared parts, or nil for the whole picture.
  var parts: [PixelRect]?
  let photo: @Sendable () throws -> Photo

  enum Place {
    case everywhere
    /// Only pixels with a neighbour of another colour.
    case edges
  }

  init(
    _ file: String, within bound: Int, at place: Place = .everywhere, parts: [PixelRect]? = nil,
    photo: @escaping @Sendable () throws -> Photo
  ) {
    (self.file, self.bound, self.place, self.parts, self.photo) = (file, bound, place, parts, photo)
  }

  var testDescription: String { file }

  /// All reference pictures that packshot's filters can make.
  static let all = resvg + tinySkia + sharp + skia + imaging + coreImage

  /// Compares both pictures premultiplied, so that the colour of transparent pixels doesn't count.
  func differences() throws -> Differences {
    let theirs = try Photo(reference: file).image(in: .encodedPremultiplied)
    let ours = try photo().image(in: .encodedPremultiplied)
    try #require(ours.size == theirs.size)
    var differences = Differences()
    for part in parts ?? [PixelRect(origin: .zero, size: ours.size)] {
      for y in part.rows {
        for x in part.columns where ours.word(x, y) != theirs.word(x, y) {
          let step = zip(ours.channels(x, y), theirs.channels(x, y)).map { abs($0 - $1) }.max()!
          differences.add(step, at: PixelPoint(x: x, y: y), isEdge: ours.isEdge(x, y))
        }
      }
    }
    return differences
  }
}

/// The differences of two pictures.
struct Differences: CustomStringConvertible {
  private(set) var largest = 0
  /// The largest difference where our picture is flat.
  private(set) var largestOffEdges = 0
  /// The first place with the largest difference.
  private var place = PixelPoint.zero
  /// The number of different pixels.
  private var count = 0

  /// Adds a pixel whose channels differ by at most `step`.
  mutating func add(_ step: Int, at place: PixelPoint, isEdge: Bool) {
    count += 1
    if step > largest { (largest, self.place) = (step, place) }
    if !isEdge { largestOffEdges = max(largestOffEdges, step) }
  }

  var description: String {
    count == 0
      ? "no difference"
      : "\(count) pixels differ, by at most \(largest), at \(place); off edges by at most \(largestOffEdges)"
  }
}

extension Image {
  fileprivate func word(_ x: Int, _ y: Int) -> UInt32 { row(y).load(fromByteOffset: x * 4, as: UInt32.self) }

  /// Red, green, blue, alpha.
  fileprivate func channels(_ x: Int, _ y: Int) -> [Int] { [0, 8, 16, 24].map { Int(word(x, y) >> $0 & 255) } }

  /// Whether the pixel differs from one of its neighbours.
  fileprivate func isEdge(_ x: Int, _ y: Int) -> Bool {
    let columns = max(0, x - 1)...min(size.width - 1, x + 1)
    let rows = max(0, y - 1)...min(size.height - 1, y + 1)
    let center = word(x, y)
    return rows.contains { row in columns.contains { word($0, row) != center } }
  }
}

extension Photo {
  /// A file below the corpus's folder `references`.
  init(reference file: String) throws { try self.init(contentsOf: Corpus.path("references/\(file)")) }

  /// A picture of one colour.
  init(_ color: Color, _ width: Int, _ height: Int, working: PixelFormat.Transfer = .encoded) throws {
    try self.init(width: width, height: height, working: working) { _, _ in color }
  }

  /// A picture with a colour for each pixel, as a PNG with straight alpha.
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

  /// The photo with another one composited, its top-left corner at `(x, y)`.
  func with(_ other: Photo, at x: Int, _ y: Int) throws -> Photo {
    try composited(under: other, at: .topLeft, inset: PixelPoint(x: x, y: y))
  }
}
