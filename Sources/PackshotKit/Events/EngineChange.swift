import Rendering

/// Pictures that are what the recipe asks for, but were made by another version of packshot or of its libraries.
public struct EngineChange: Sendable, Equatable, Codable {
  /// The engine that made them: its version and those of its libraries, as runs have it on record.
  public let from: String
  /// The engine that would make them now.
  public let to: String
  /// How many photos have such pictures.
  public private(set) var photos = 0
  /// How many pictures there are.
  public private(set) var pictures = 0
  /// Whether they are kept; otherwise they are rendered again.
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

  /// What is of another version now, such as `packshot engine 4 → 5`.
  public var differences: [String] { Self.differences(from: from, to: to) }

  /// The parts of two engines' texts that are of different versions.
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
