import Catalog
import Files
import Foundation
import ObjectStore

/// The photos that recorded pictures of several photos show.
struct RecordedGroups: Sendable {
  /// Absolute paths of the other photos, by the id of the picture's record.
  private var members: [UUID: [String]] = [:]
  /// Absolute paths of originals, by the ids of their records.
  private var originals: [UUID: String] = [:]

  static let none = RecordedGroups()

  private init() {}

  init(_ catalog: Catalog?, _ known: KnownWork?) throws {
    guard let catalog, let known else { return }
    members = try catalog.groupMembers()
    for (path, original) in known.allOriginals { originals[original.photoID] = path }
  }

  /// Returns the absolute paths of the photos that a picture shows: the photo that it was made from, and the others.
  func photos(of picture: KnownRendition) -> [String] {
    [picture.sourceID.flatMap { originals[$0] }].compactMap(\.self) + (members[picture.photoID] ?? [])
  }
}
