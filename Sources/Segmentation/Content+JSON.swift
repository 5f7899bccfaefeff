import Parameters
import PixelCore

/// The recorded form: rectangles are `[x, y, width, height]`. `boxWithShadow` is omitted if it equals `box`.
extension Content: Codable {
  private enum CodingKeys: String, CodingKey {
    case size, box, boxWithShadow, backdrop, color, support, confidence, grade
  }
  private enum Kind: String, Codable { case clear, flat, uneven }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode([size.width, size.height], forKey: .size)
    try container.encode(box.numbers, forKey: .box)
    if boxWithShadow != box { try container.encode(boxWithShadow.numbers, forKey: .boxWithShadow) }
    switch backdrop {
    case .clear: try container.encode(Kind.clear, forKey: .backdrop)
    case .flat(let color):
      try container.encode(Kind.flat, forKey: .backdrop)
      try container.encode(color.description, forKey: .color)
    case .uneven(let color):
      try container.encode(Kind.uneven, forKey: .backdrop)
      try container.encode(color.description, forKey: .color)
    }
    try container.encode(support, forKey: .support)
    try container.encodeIfPresent(confidence, forKey: .confidence)
    try container.encodeIfPresent(grade, forKey: .grade)
  }

  /// Decodes the content. Throws if a value isn't possible for any picture.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func fault(_ key: CodingKeys, _ why: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: why)
    }
    let lengths = try container.decode([Int].self, forKey: .size)
    guard lengths.count == 2, lengths.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw fault(.size, "two lengths are missing")
    }
    let size = PixelSize(width: lengths[0], height: lengths[1])
    func rectangle(_ key: CodingKeys) throws -> PixelRect? {
      guard let numbers = try container.decodeIfPresent([Int].self, forKey: key) else { return nil }
      guard let rectangle = PixelRect(numbers, inside: size) else { throw fault(key, "it is not in the picture") }
      return rectangle
    }
    guard let box = try rectangle(.box) else { throw fault(.box, "it is missing") }
    func color() throws -> Color {
      guard let color = Color(css: try container.decode(String.self, forKey: .color)) else {
        throw fault(.color, "it is not a colour")
      }
      return color
    }
    let support = try container.decode(Int.self, forKey: .support)
    guard (0...100).contains(support) else { throw fault(.support, "it is not a percentage") }
    let confidence = try container.decodeIfPresent(Int.self, forKey: .confidence)
    guard (0...100).contains(confidence ?? 0) else { throw fault(.confidence, "it is not a percentage") }
    let backdrop: Backdrop =
      switch try container.decode(Kind.self, forKey: .backdrop) {
      case .clear: .clear
      case .flat: .flat(try color())
      case .uneven: .uneven(try color())
      }
    self.init(
      size: size, box: box, boxWithShadow: try rectangle(.boxWithShadow) ?? box, backdrop: backdrop, support: support,
      confidence: confidence, grade: try container.decodeIfPresent(BackdropGrade.self, forKey: .grade))
  }
}

extension PixelRect {
  fileprivate var numbers: [Int] { [origin.x, origin.y, size.width, size.height] }

  fileprivate init?(_ numbers: [Int], inside whole: PixelSize) {
    guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }), numbers[2] > 0, numbers[3] > 0,
      numbers[0] + numbers[2] <= whole.width, numbers[1] + numbers[3] <= whole.height
    else { return nil }
    self.init(
      origin: PixelPoint(x: numbers[0], y: numbers[1]), size: PixelSize(width: numbers[2], height: numbers[3]))
  }
}
