import Rendering

/// Pictures that match the recipe but were made by another version of packshot or of its libraries.
public struct EngineChange: Sendable, Equatable, Codable {
  /// The engine that made the pictures: the versions of packshot and of its libraries, as recorded by the run.
  public let from: String
  /// The current engine.
  public let to: String
  /// Number of photos with such pictures.
  public private(set) var photos = 0
  /// Number of such pictures.
  public private(set) var pictures = 0
  /// Whether the pictures are kept. If false, they are rendered again.
  public let kept: Bool

  init(from: String, isKept: Bool) {
    let earlier = EngineText(from)
    (self.from, kept) = (from, isKept)
    to = Engine.text(for: earlier.formats, withTexts: !earlier.textLibraries.isEmpty)
  }

  /// Counts a photo with such pictures.
  mutating func count(pictures: Int) {
    photos += 1
    self.pictures += pictures
  }

  /// The parts whose version differs, such as `packshot engine 4 → 5`.
  public var differences: [String] { Self.differences(from: from, to: to) }

  /// Returns the parts of two engine texts whose versions differ.
  static func differences(from old: String, to new: String) -> [String] {
    let versions = { (text: String) in
      Dictionary(
        text.split(separator: ", ").compactMap { part in
          part.lastIndex(of: " ").map { (String(part[..<$0]), String(part[$0...].dropFirst())) }
        }, uniquingKeysWith: { first, _ in first })
    }
    let (old, new) = (versions(old), versions(new))
    return old.keys.sorted().compactMap { name in
      guard let before = old[name], let now = new[name], before != now else { return nil }
      return "\(name) \(before) → \(now)"
    }
  }
}
