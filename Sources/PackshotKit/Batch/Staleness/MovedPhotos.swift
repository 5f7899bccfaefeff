import Catalog
import Files
import Foundation
import ObjectStore
import Synchronization

/// Finds the records of photos that were renamed or moved. If a recorded photo's file no longer exists and a new file
/// has the same bytes, it is the same photo. It keeps its record and its pictures, which are renamed if their names
/// change.
final class MovedPhotos: Sendable {
  private let known: KnownWork?
  /// Absolute paths of the run's photos.
  private let photos: [String]
  /// Absolute path of the output folder.
  private let outputFolder: String

  /// The record that a photo has under another path.
  struct Claim: Sendable {
    let original: KnownFile
    /// Absolute path in the record.
    let path: String
    /// Paths of other records that match as well.
    let others: [String]
  }

  private struct State {
    /// Recorded photos by hash, built when first needed.
    var byContent: [String: [(path: String, original: KnownFile)]]?
    var claimed: Set<UUID> = []
    /// Records claimed before outputs were named, by the photos' new paths.
    var early: [FilePath: Claim] = [:]
    /// The run's unrecorded photos by file name, built when first needed.
    var newPhotos: [FilePath: [String]]?
    /// Recorded pictures by the id of their photo.
    var renditions: [UUID?: [(path: String, rendition: KnownRendition)]]?
    var renamed: Set<UUID> = []
  }
  private let state = Mutex(State())

  /// - Parameters:
  ///   - photos: Absolute paths of all photos of the run. A record goes to the photo with the same file name, if there
  ///     is one.
  ///   - outputFolder: Absolute path of the output folder.
  init(_ known: KnownWork?, photos: [String] = [], outputFolder: String) {
    (self.known, self.photos, self.outputFolder) = (known, photos, outputFolder)
  }

  /// Returns the record with this hash whose file no longer exists, for a photo that isn't recorded. Each record is
  /// returned only once.
  ///
  /// Several such records can exist, for example of a folder that was reached by two mounts, or of copies. The order of
  /// preference is: the same file name, pictures in the output folder (which the last run used), the most similar
  /// folders, a link to a product made by hand, the latest record. A record is left for another photo of the run if
  /// that photo has the record's file name and content.
  ///
  /// - Parameter path: Absolute path of the photo.
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

  /// Claims the records of moved photos that have a focus, or whose new names don't determine their products, before
  /// outputs are named. Returns them by the photos' absolute paths.
  ///
  /// - Parameters:
  ///   - photos: Absolute paths of photos that aren't recorded.
  ///   - keepsAll: Whether all links are kept because names don't determine products. Otherwise only those links are
  ///     kept that weren't made from a name, or whose product has another SKU now.
  func linkedRecords(of photos: [String], keepsAll: Bool) -> [FilePath: KnownFile] {
    guard let known, !photos.isEmpty else { return [:] }
    let linked = known.allOriginals.lazy.map(\.original).filter { record in
      record.focus != nil || record.link.map { keepsAll || !$0.isOfName } ?? false
    }
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

  /// Whether another unrecorded photo of the run has the file name and content of a recorded photo.
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

  /// Returns the number of folders with equal names, counted from the files upwards.
  private static func commonEnd(of path: String, and other: String) -> Int {
    zip(path.pathNames.reversed().dropFirst(), other.pathNames.reversed().dropFirst())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
  }

  /// Returns the pictures in the output folder by the id of their photo's record.
  private func pictures(
    _ known: KnownWork, _ state: inout State
  ) -> [UUID?: [(path: String, rendition: KnownRendition)]] {
    let renditions =
      state.renditions ?? Dictionary(grouping: known.renditions(in: outputFolder), by: \.rendition.sourceID)
    state.renditions = renditions
    return renditions
  }

  /// Returns the picture of a moved photo that only needs a new name, if its file is unmodified. Each picture is
  /// returned only once.
  ///
  /// - Parameter cacheKey: Returns the cache key of the output if its file had the given path or pattern.
  func picture(of former: KnownFile, cacheKey: (String) -> String) -> RenamedOutput? {
    guard let known else { return nil }
    let renditions = state.withLock { state in
      let made = pictures(known, &state)
      return (made[former.photoID] ?? []).filter {
        !state.renamed.contains($0.rendition.photoID) && $0.rendition.replacedAt == nil
      }
    }
    for (path, rendition) in renditions where rendition.cacheKey == cacheKey(rendition.keyPath(of: path)) {
      guard let status = rendition.statusAsMade(at: outputFolder + "/" + path, in: outputFolder) else { continue }
      state.withLock { _ = $0.renamed.insert(rendition.photoID) }
      return RenamedOutput(path: path, rendition: rendition, status: status)
    }
    return nil
  }

  /// Whether a recorded picture was renamed in this run.
  func isRenamed(_ id: UUID) -> Bool { state.withLock { $0.renamed.contains(id) } }
}

/// A picture that gets a new name.
struct RenamedOutput: Sendable {
  /// Former path, relative to the output folder.
  var path: String
  var rendition: KnownRendition
  var status: FileStatus
}
