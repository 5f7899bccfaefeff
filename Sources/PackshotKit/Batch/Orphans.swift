import Catalog
import Files
import Foundation
import ObjectStore
import Recipes

/// The orphaned pictures of a recipe in its output folder, and their removal.
///
/// A picture is an orphan if all of this is true:
/// - A recipe with the name of the run's recipe rendered it, according to the catalog or the folder's journal.
/// - No photo of the run has an output with this path. Or its name contains its hash, and a later picture took its place
///   longer ago than the grace period.
/// - Its photo is below one of the inputs, and either belongs to the run or no longer exists.
///
/// A photo that was merely excluded by a pattern, or not named, keeps its pictures. A photo whose folder can't be read,
/// or whose named folder is empty, also keeps its pictures. A picture of several photos
/// is kept, too, while the run leaves out one of its photos.
struct Orphans {
  private struct Found {
    let path: String
    /// The picture's record. Nil if a run was killed before recording it.
    let rendition: KnownRendition?
  }

  private let context: BatchContext
  private let found: [Found]
  /// The former paths of photos that no longer exist, by the ids of their records. Their records go with their last
  /// pictures.
  private let gonePhotos: [UUID: String]

  /// - Parameter needed: Absolute paths of files that the run needs.
  init(jobs: [PhotoJob], in context: BatchContext, sparing needed: Set<FilePath>, notOf emptyFolders: [String]) {
    self.context = context
    guard let known = context.known else {
      (found, gonePhotos) = ([], [:])
      return
    }
    let made = Set(jobs.lazy.flatMap { $0.outputPaths ?? [] }.map(FilePath.init))
    let named = context.options.inputs.map { context.inputPath($0) }
    let namable = Dictionary(jobs.map { (FilePath($0.path), $0.outputPaths != nil) }) { one, _ in one }
    var originals: [UUID: String] = [:]
    for (path, original) in known.allOriginals { originals[original.photoID] = path }
    let isLeft = { (path: String) in
      !made.contains(FilePath(path)) && !needed.contains(FilePath(context.outputPath(path)))
    }
    // An empty folder may be the mount point of a disk that isn't mounted.
    let empty = emptyFolders.map { context.inputPath($0) }
    let isNamed = { (photo: String) in
      named.contains { photo.isPath(in: $0) } && !empty.contains { photo.isPath(in: $0) }
    }
    let recorded: [Found] = known.renditions(in: context.outputFolder).compactMap { path, rendition in
      let isLeft =
        rendition.replacedAt == nil
        ? isLeft(rendition.keyPath(of: path)) && isLeft(path)
        : context.fingerprinted.isOver(rendition, at: path, grace: context.options.grace) && isLeft(path)
      guard isLeft, !context.moved.isRenamed(rendition.photoID),
        known.recipeName(of: rendition) == context.prepared.recipe.name,
        let photo = rendition.sourceID.flatMap({ originals[$0] }), isNamed(photo),
        context.photoLeftOut(of: rendition) == nil
      else { return nil }
      switch namable[FilePath(photo)] {
      case true?: return Found(path: path, rendition: rendition)
      case false? where rendition.replacedAt != nil: return Found(path: path, rendition: rendition)
      // The photo's outputs couldn't be named, so the picture may still be one of them.
      case false?: return nil
      case nil: return FileStatus.isNothing(at: photo) ? Found(path: path, rendition: rendition) : nil
      }
    }
    let announced: [Found] = context.journal.paths.compactMap { path in
      let place = context.outputPath(path)
      guard isLeft(path), known.rendition(place) == nil, FileStatus.isAnything(at: place) else { return nil }
      let isOrphan = Self.announced(path, in: context).contains { entry in
        guard isNamed(entry.photo) else { return false }
        switch namable[FilePath(entry.photo)] {
        // The recipe has changed since, or the photo's picture has another hash now.
        case true?: return !context.fingerprinted.hasPublished(path)
        case false?: return false
        case nil: return FileStatus.isNothing(at: entry.photo)
        }
      }
      return isOrphan ? Found(path: path, rendition: nil) : nil
    }
    gonePhotos = originals.filter { _, photo in
      isNamed(photo) && namable[FilePath(photo)] == nil && FileStatus.isNothing(at: photo)
    }
    found = (recorded + announced).sorted { $0.path.precedesInBytes($1.path) }
  }

  /// Returns the journal entries for a path, from killed runs of this recipe.
  private static func announced(_ path: String, in context: BatchContext) -> [OutputJournal.Entry] {
    context.journal[path].filter { $0.recipe == context.prepared.recipe.name }
  }

  /// The orphans, with the status they would get.
  var plan: [Orphan] { found.map { Orphan(path: $0.path, status: isOurs($0) ? .wouldRemove : .conflict) } }

  /// Removes the unmodified orphans, and their records, including records of files that no longer exist. Also removes
  /// the folders that become empty, and the records of photos that no longer exist and have no pictures left, as when
  /// other photos made pictures with the same names.
  func remove(from folder: OutputFolder, _ catalog: Catalog) throws -> [Orphan] {
    var orphans: [Orphan] = []
    var forgotten: [Found] = []
    for orphan in found {
      let place = folder.path(of: orphan.path)
      guard isOurs(orphan), unlink(place) == 0 || errno == ENOENT || errno == ENOTDIR else {
        orphans.append(Orphan(path: orphan.path, status: .conflict))
        continue
      }
      orphans.append(Orphan(path: orphan.path, status: .removed))
      forgotten.append(orphan)
    }
    if forgotten.isEmpty {
      if !gonePhotos.isEmpty { try catalog.forget(renditions: [], originals: gonePhotos) }
      return orphans
    }
    // The removal must reach the disk before the catalog forgets the files. Otherwise a file could reappear after a
    // power cut, and no run would recognise it.
    _ = folder.synchronizeNames(of: forgotten.lazy.map(\.path))
    for place in folder.folders(of: forgotten.lazy.map(\.path)).dropFirst().sorted(by: { $0.utf8.count > $1.utf8.count }
    ) {
      rmdir(place)
    }
    try catalog.forget(renditions: forgotten.compactMap(\.rendition?.photoID), originals: gonePhotos)
    folder.forget(forgotten.lazy.map(\.path))
    folder.end()
    return orphans
  }

  /// Whether the file is missing, or unmodified since a run recorded it or was killed before recording it.
  private func isOurs(_ orphan: Found) -> Bool {
    let place = context.outputPath(orphan.path)
    if FileStatus.isNothing(at: place) { return true }
    if orphan.rendition?.statusAsMade(at: place, in: context.outputFolder) != nil { return true }
    let announced = Self.announced(orphan.path, in: context)
    guard !announced.isEmpty, OutputTree.isFile(place, in: context.outputFolder) else { return false }
    let hash = sha256(ofFile: place)
    return announced.contains { $0.sha256 == hash }
  }
}
