import Catalog
import Files
import Foundation
import ObjectStore
import Synchronization

/// Finds the records of photos that were renamed or moved. If a recorded photo's file no longer exists and a new file
/// has the same bytes, it is the same photo. It keeps its record and its pictures, which are renamed if their names
/// change.
///
/// Which photo gets which record depends only on the run's photos and the records, not on the order in which threads
/// ask.
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
    /// The claims of the run's photos by their paths, for each hash that was asked for.
    var claims: [String: [FilePath: Claim]] = [:]
    /// Records claimed before outputs were named, by the photos' new paths.
    var early: [FilePath: Claim] = [:]
    /// The run's unrecorded photos by the size of their files, in the run's order. Built when first needed.
    var newPhotos: [Int64: [String]]?
    /// Recorded pictures by the id of their photo.
    var renditions: [UUID?: [(path: String, rendition: KnownRendition)]]?
    var renamed: Set<UUID> = []
    /// Returns the paths of the run's outputs.
    var outputs: @Sendable () -> [String] = { [] }
    /// The paths of the run's outputs, read when first needed.
    var names: Set<FilePath>?
  }
  private let state = Mutex(State())

  /// - Parameters:
  ///   - photos: Absolute paths of the photos that the run processes. A record goes to the photo with the same file name,
  ///     if there is one.
  ///   - outputFolder: Absolute path of the output folder.
  init(_ known: KnownWork?, photos: [String] = [], outputFolder: String) {
    (self.known, self.photos, self.outputFolder) = (known, photos, outputFolder)
  }

  /// Notes the outputs of the run. A picture whose name one of them has isn't renamed.
  ///
  /// - Parameter paths: Returns their paths, relative to the output folder. Called if a photo was moved.
  func note(outputs paths: @escaping @Sendable () -> [String]) { state.withLock { $0.outputs = paths } }

  /// Returns the record with this hash whose file no longer exists, for a photo that isn't recorded. Each record is
  /// returned to one photo only.
  ///
  /// Several such records can exist, for example of a folder that was reached by two mounts, or of copies. Photos with a
  /// record's file name come first, and then all in the run's order. The order of preference among records is: the same
  /// file name, pictures in the output folder (which the last run used), the most similar folders, a link to a product
  /// made by hand, the latest record.
  ///
  /// - Parameter path: Absolute path of the photo.
  func claim(sha256: String, for path: String) -> Claim? {
    guard let known else { return nil }
    return state.withLock { state in
      if let claims = state.claims[sha256] { return claims[FilePath(path)] }
      let claims = claims(of: sha256, askedBy: path, known, &state)
      state.claims[sha256] = claims
      return claims[FilePath(path)]
    }
  }

  private func claims(
    of sha256: String, askedBy path: String, _ known: KnownWork, _ state: inout State
  ) -> [FilePath: Claim] {
    let byContent = state.byContent ?? Dictionary(grouping: known.allOriginals, by: \.original.sha256)
    state.byContent = byContent
    var gone = (byContent[sha256] ?? []).filter { FileStatus.isNothing(at: $0.path) }
    guard let size = gone.first?.original.stamp.bytes else { return [:] }
    var photos = photos(ofSize: size, known, &state).filter {
      FilePath($0) == FilePath(path) || Files.sha256(ofFile: $0) == sha256
    }
    if !photos.contains(where: { FilePath($0) == FilePath(path) }) { photos.append(path) }
    if gone.count > 1 {
      // Sorted by path, so that records of the same rank have an order.
      gone.sort { $0.path.precedesInBytes($1.path) }
    }
    var claims: [FilePath: Claim] = [:]
    for mustHaveName in [true, false] {
      for photo in photos where claims[FilePath(photo)] == nil {
        let free = mustHaveName ? gone.filter { Self.name(of: $0.path) == Self.name(of: photo) } : gone
        guard let best = best(of: free, for: photo, known, &state) else { continue }
        gone.removeAll { $0.original.photoID == best.original.photoID }
        let others = mustHaveName ? [] : free.map(\.path).filter { !$0.utf8.elementsEqual(best.path.utf8) }
        claims[FilePath(photo)] = Claim(original: best.original, path: best.path, others: others)
      }
    }
    return claims
  }

  /// Returns the record that a photo gets.
  private func best(
    of records: [(path: String, original: KnownFile)], for photo: String, _ known: KnownWork, _ state: inout State
  ) -> (path: String, original: KnownFile)? {
    if records.count < 2 { return records.first }
    let made = pictures(known, &state)
    func rank(_ record: (path: String, original: KnownFile)) -> (Int, Int, Int, Int64) {
      let isMade = made[record.original.photoID] == nil ? 0 : 1
      let isByHand = record.original.link?.isByHand == true ? 1 : 0
      let commonEnd = Self.commonEnd(of: record.path, and: photo)
      return (isMade, commonEnd, isByHand, record.original.stamp.recordedNanoseconds)
    }
    // Of several that are equal, the first.
    return records.max { rank($0) < rank($1) }
  }

  /// Returns the run's unrecorded photos whose files have this size, in the run's order.
  private func photos(ofSize size: Int64, _ known: KnownWork, _ state: inout State) -> [String] {
    let all =
      state.newPhotos
      ?? Dictionary(grouping: photos.filter { known.original($0) == nil }) {
        FileStatus(path: $0).map { Int64($0.byteCount) } ?? -1
      }
    state.newPhotos = all
    return all[size] ?? []
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
    let sizes = Set(linked.map(\.stamp.bytes))
    if sizes.isEmpty { return [:] }
    for photo in photos {
      guard let size = FileStatus(path: photo)?.byteCount, sizes.contains(Int64(size)),
        let hash = Files.sha256(ofFile: photo), let claim = claim(sha256: hash, for: photo)
      else { continue }
      state.withLock { $0.early[FilePath(photo)] = claim }
    }
    return state.withLock { $0.early.mapValues(\.original) }
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

  /// Returns the picture of a moved photo that only needs a new name, if its file is unmodified and no output has its
  /// name now. Each picture is returned only once.
  ///
  /// - Parameter cacheKey: Returns the cache key of the output if its file had the given path or pattern.
  func picture(of former: KnownFile, cacheKey: (String) -> String) -> RenamedOutput? {
    guard let known else { return nil }
    let renditions = state.withLock { state in
      let made = pictures(known, &state)
      let names = state.names ?? Set(state.outputs().map(FilePath.init))
      state.names = names
      return (made[former.photoID] ?? []).filter {
        !state.renamed.contains($0.rendition.photoID) && $0.rendition.replacedAt == nil
          && !names.contains(FilePath($0.path))
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
