import Files
import Foundation
import ObjectStore
import Shop
import Synchronization

/// Photos on record whose files are gone: one that turns up elsewhere with the same bytes is the same photo, renamed or moved,
/// and keeps its record and its pictures, which are renamed where the new name gives them other ones.
final class MovedPhotos: Sendable {
  private let known: KnownWork?

  private struct State {
    /// By what they hold; made when it is first asked for.
    var byContent: [String: [(path: String, original: KnownFile)]]?
    var claimed: Set<UUID> = []
    /// Records that were claimed before their photos' turn, by the photos' paths.
    var early: [FilePath: KnownFile] = [:]
    /// What was made of each, by its record.
    var renditions: [UUID?: [(path: String, rendition: KnownRendition)]]?
    var renamed: Set<UUID> = []
  }
  private let state = Mutex(State())

  init(_ known: KnownWork?) { self.known = known }

  /// The record of a photo with these bytes that is no longer where it was, for a photo that is not on record. Each is given
  /// once.
  func claim(sha256: String, for photo: InputPhoto) -> KnownFile? {
    guard let known else { return nil }
    return state.withLock { state in
      if let former = state.early[FilePath(photo.path)] { return former }
      let byContent = state.byContent ?? Dictionary(grouping: known.allOriginals, by: \.original.sha256)
      state.byContent = byContent
      let gone = (byContent[sha256] ?? []).filter {
        !state.claimed.contains($0.original.photoID) && FileStatus.isNothing(at: $0.path)
      }
      guard let first = gone.min(by: { $0.path.precedesInBytes($1.path) }) else { return nil }
      state.claimed.insert(first.original.photoID)
      return first.original
    }
  }

  /// The records of moved photos whose products their new names don't decide, claimed before names are given: by the photos' paths.
  ///
  /// - Parameters:
  ///   - photos: Photos that aren't on record.
  ///   - keepsAll: Whether names decide nothing; otherwise only what a person has linked stays linked.
  func linkedRecords(of photos: [InputPhoto], keepsAll: Bool) -> [FilePath: KnownFile] {
    guard let known, !photos.isEmpty else { return [:] }
    let linked = known.allOriginals.lazy.map(\.original).filter { $0.link.map { keepsAll || $0.isByHand } ?? false }
    let sizes = Set(linked.map(\.stamp.byteCount))
    if sizes.isEmpty { return [:] }
    for photo in photos {
      guard let size = FileStatus(path: photo.path)?.byteCount, sizes.contains(Int64(size)),
        let hash = Files.sha256(ofFile: photo.path), let former = claim(sha256: hash, for: photo)
      else { continue }
      state.withLock { $0.early[FilePath(photo.path)] = former }
    }
    return state.withLock { $0.early }
  }

  /// The picture of a moved photo that would be this one but for its name, if it is still as it was made. Each is given once.
  ///
  /// - Parameters:
  ///   - folder: The output folder, from the root.
  ///   - identity: The identity of the work, by the path that it makes a file at.
  func picture(of former: KnownFile, in folder: String, identity: (String) -> String) -> RenamedOutput? {
    guard let known else { return nil }
    let renditions = state.withLock { state in
      let renditions = state.renditions ?? Dictionary(grouping: known.renditions(in: folder), by: \.rendition.sourceID)
      state.renditions = renditions
      return (renditions[former.photoID] ?? []).filter { !state.renamed.contains($0.rendition.photoID) }
    }
    for (path, rendition) in renditions where rendition.identity == identity(path) {
      guard let status = rendition.statusAsMade(at: folder + "/" + path, in: folder) else { continue }
      state.withLock { _ = $0.renamed.insert(rendition.photoID) }
      return RenamedOutput(path: path, rendition: rendition, status: status)
    }
    return nil
  }

  /// Whether a picture on record was given another name.
  func isRenamed(_ id: UUID) -> Bool { state.withLock { $0.renamed.contains(id) } }
}

/// A picture that takes another name.
struct RenamedOutput: Sendable {
  /// Where it was, below the output folder.
  var path: String
  var rendition: KnownRendition
  var status: FileStatus
}
