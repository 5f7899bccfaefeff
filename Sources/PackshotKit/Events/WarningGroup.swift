import Errors

/// A warning that several photos have for the same reason, and the number of these photos.
public struct WarningGroup: Sendable, Equatable, Codable {
  /// What happened to the photos, such as `cutout: backdrop kept`.
  public let kind: String
  /// The reason, such as `too noisy`. Nil if the kind says it all.
  public let reason: String?
  /// What the user can do about the warning.
  public let remedy: Remedy?
  /// Number of photos with this warning.
  public internal(set) var photos = 0

  init(_ warning: Warning) { (kind, reason, remedy) = (warning.kind, warning.reason, warning.remedy) }

  /// Returns a line such as `cutout: backdrop kept on 15 of 17 photos (too noisy)`.
  package func text(ofPhotos all: Int) -> String {
    let count = "\(photos) of \(all) photos"
    return reason.map { "\(kind) on \(count) (\($0))" } ?? "\(count): \(kind)"
  }
}

/// The warnings of many photos, counted by kind and reason, in order of first appearance.
package struct WarningGroups: Sendable, Equatable {
  package private(set) var all: [WarningGroup] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    let kind: String
    let reason: String?
  }

  package init() {}

  /// Counts the warnings of a photo, each kind and reason once. Returns the index in ``all`` of each warning's group.
  @discardableResult
  package mutating func add(_ warnings: [Warning]) -> [Int] {
    let found = warnings.map { warning in
      let key = Key(kind: warning.kind, reason: warning.reason)
      if let place = places[key] { return place }
      all.append(WarningGroup(warning))
      places[key] = all.count - 1
      return all.count - 1
    }
    for place in Set(found) { all[place].photos += 1 }
    return found
  }
}

extension WarningGroups: Codable {
  package func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }

  package init(from decoder: any Decoder) throws {
    all = try [WarningGroup](from: decoder)
    for (place, group) in all.enumerated() { places[Key(kind: group.kind, reason: group.reason)] = place }
  }
}
