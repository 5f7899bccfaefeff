import Catalog
import Files
import Foundation
import ObjectStore
import Synchronization

/// Photos on record whose files are gone: one that turns up elsewhere with the same bytes is the same photo, renamed or moved,
/// and keeps its record and its pictures, which are renamed where the new name gives them other ones.
final class MovedPhotos: Sendable {
  private let known: KnownWork?
  /// The run's photos, from the root.
  private let photos: [String]
  /// From the root.
  private let outputFolder: String

  /// The record of a photo under another path.
  struct Claim: Sendable {
    let original: KnownFile
    /// The path on record, from the root.
    let path: String
    /// The paths of other records that it could have been as well.
    let others: [String]
  }

  private struct State {
    /// By what they hold; made when it is first asked for.
    var byContent: [String: [(path: String, original: KnownFile)]]?
    var claimed: Set<UUID> = []
    /// Records that were claimed before their photos' turn, by the photos' paths.
    var early: [FilePath: Claim] = [:]
    /// The run's photos that are not on record, by their file names; made when it is first asked for.
    var newPhotos: [FilePath: [String]]?
    /// What was made of each, by its record.
    var renditions: [UUID?: [(path: String, rendition: KnownRendition)]]?
    var renamed: Set<UUID> = []
  }
  private let state = Mutex(State())

  /// - Parameters:
  ///   - photos: All that the run has found, from the root: a record goes to the photo that still has its file name.
  ///   - outputFolder: From the root.
  init(_ known: KnownWork?, photos: [String] = [], outputFolder: String) {
    (self.known, self.photos, self.outputFolder) = (known, photos, outputFolder)
  }

  /// Returns the record of a photo with these bytes that is no longer where it was, for a photo that is not on record. Each is
  /// given once.
  ///
  /// Several such records may be left of one photo, as of a folder that was reached by two mounts, or of copies. A record of the
  /// same file name is taken before others. Then comes one with pictures in the output folder, since that is what the last run
  /// went by; then the one whose folders are most alike; then one that a person has linked; then the one recorded last. A record
  /// that another photo of the run has the name and the content of is left to that photo.
  ///
  /// - Parameter path: The photo's path from the root.
  func claim(sha256: String, for path: String) -> Claim? {
    guard let known else { return nil }
    return state.withLock { state -> Claim? in
      if let claim = state.early[FilePath(path)] { return claim }
      let byContent = state.byContent ?? Dictionary(grouping: known.allOriginals, by: \.original.sha256)
      state.byContent = byContent
      let gone = (byContent[sha256] ?? []).filter {
        !state.claimed.contains($0.original.photoID) && FileStatus.isNothing(at: $0.path)
      }
      if gone.isEmpty { return nil }
      let name = Self.name(of: path)
      let named = gone.filter { Self.name(of: $0.path) == name }
      var free = named.isEmpty ? gone.filter { !isAwaited($0.path, sha256, by: path, &state) } : named
      if free.isEmpty { return nil }
      if free.count > 1 {
        let made = pictures(known, &state)
        let ranked = free.map { record -> (record: (path: String, original: KnownFile), rank: (Int, Int, Int, Int64)) in
          let isMade = made[record.original.photoID] == nil ? 0 : 1
          let isByHand = record.original.link?.isByHand == true ? 1 : 0
          let commonEnd = Self.commonEnd(of: record.path, and: path)
          return (record, (isMade, commonEnd, isByHand, record.original.stamp.recordedNanoseconds))
        }
        free = ranked.sorted { one, other in
          if one.rank == other.rank { return one.record.path.precedesInBytes(other.record.path) }
          return one.rank > other.rank
        }.map(\.record)
      }
      state.claimed.insert(free[0].original.photoID)
      return Claim(
        original: free[0].original, path: free[0].path, others: named.isEmpty ? free.dropFirst().map(\.path) : [])
    }
  }

  /// The records of moved photos whose products their new names don't decide, claimed before names are given: by the photos'
  /// paths from the root.
  ///
  /// - Parameters:
  ///   - photos: Photos that aren't on record, from the root.
  ///   - keepsAll: Whether names decide nothing; otherwise only links that a name did not make, or made to what has another SKU by now.
  func linkedRecords(of photos: [String], keepsAll: Bool) -> [FilePath: KnownFile] {
    guard let known, !photos.isEmpty else { return [:] }
    let linked = known.allOriginals.lazy.map(\.original).filter { $0.link.map { keepsAll || !$0.isOfName } ?? false }
    let sizes = Set(linked.map(\.stamp.byteCount))
    if sizes.isEmpty { return [:] }
    for photo in photos {
      guard let size = FileStatus(path: photo)?.byteCount, sizes.contains(Int64(size)),
        let hash = Files.sha256(ofFile: photo), let claim = claim(sha256: hash, for: photo)
      else { continue }
      state.withLock { $0.early[FilePath(photo)] = claim }
    }
    return state.withLock { $0.early.mapValues(\.original) }
  }

  /// Whether another photo of the run, also not on record, has the file name and the content of one on record.
  private func isAwaited(_ gone: String, _ sha256: String, by path: String, _ state: inout State) -> Bool {
    let newPhotos =
      state.newPhotos
      ?? Dictionary(grouping: photos.filter { known?.original($0) == nil }, by: Self.name)
    state.newPhotos = newPhotos
    return (newPhotos[Self.name(of: gone)] ?? []).contains {
      FilePath($0) != FilePath(path) && Files.sha256(ofFile: $0) == sha256
    }
  }

  private static func name(of path: String) -> FilePath { FilePath(String(path.splitPath.name)) }

  /// How many folders, from the files upwards, are of the same name.
  private static func commonEnd(of path: String, and other: String) -> Int {
    zip(path.pathNames.reversed().dropFirst(), other.pathNames.reversed().dropFirst())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
  }

  /// The pictures in the output folder, by the records of the photos that they were made of.
  private func pictures(
    _ known: KnownWork, _ state: inout State
  ) -> [UUID?: [(path: String, rendition: KnownRendition)]] {
    let renditions =
      state.renditions ?? Dictionary(grouping: known.renditions(in: outputFolder), by: \.rendition.sourceID)
    state.renditions = renditions
    return renditions
  }

  /// The picture of a moved photo that would be this one but for its name, if it is still as it was made. Each is given once.
  ///
  /// - Parameter cacheKey: The cache key of the work, by the path that it makes a file at.
  func picture(of former: KnownFile, cacheKey: (String) -> String) -> RenamedOutput? {
    guard let known else { return nil }
    let renditions = state.withLock { state in
      let made = pictures(known, &state)
      return (made[former.photoID] ?? []).filter { !state.renamed.contains($0.rendition.photoID) }
    }
    for (path, rendition) in renditions where rendition.cacheKey == cacheKey(path) {
      guard let status = rendition.statusAsMade(at: outputFolder + "/" + path, in: outputFolder) else { continue }
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
