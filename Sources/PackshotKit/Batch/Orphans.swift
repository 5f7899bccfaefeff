import Catalog
import Files
import Foundation
import ObjectStore
import Recipes

/// A picture on record that the recipe no longer produces.
public struct Orphan: Sendable, Equatable, Codable {
  /// What becomes of a picture that nothing makes any more.
  public enum Status: String, Sendable, Codable {
    /// It is gone.
    case removed
    /// It would be removed by a run that is not dry.
    case wouldRemove = "would-remove"
    /// Nobody agreed to its removal.
    case kept
    /// It is not as packshot made it, and stays.
    case conflict
  }

  /// Below the output folder.
  public var path: String
  /// What became of it.
  public var status: Status
}

/// The pictures of a recipe in its output folder that no photo and no output makes any more, and their removal.
///
/// A picture is an orphan if a recipe of this name rendered it, as the catalog or the folder's journal says, no photo of the run has an output there, and the photo it was
/// made of lies under what was named and either is one of the run's or is gone. So a photo that was merely left out, by a
/// pattern or because it was not named, keeps its pictures; so does one whose folder cannot be looked into, or was named and is
/// without a photo.
struct Orphans {
  private struct Found {
    let path: String
    /// What is on record of it; nil where a run was killed before it could record the picture.
    let rendition: KnownRendition?
    /// The path that the photo had, where it no longer exists.
    let gonePhoto: String?
  }

  private let context: BatchContext
  private let found: [Found]

  /// - Parameter needed: Files, from the root, that the run needs.
  init(jobs: [PhotoJob], in context: BatchContext, sparing needed: Set<FilePath>, notOf emptyFolders: [String]) {
    self.context = context
    guard let known = context.known else {
      found = []
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
    // One may be a disk that is not mounted.
    let empty = emptyFolders.map { context.inputPath($0) }
    let isNamed = { (photo: String) in
      named.contains { photo.isPath(in: $0) } && !empty.contains { photo.isPath(in: $0) }
    }
    let recorded: [Found] = known.renditions(in: context.outputFolder).compactMap { path, rendition in
      guard isLeft(path), !context.moved.isRenamed(rendition.photoID),
        known.recipeName(of: rendition) == context.prepared.recipe.name,
        let photo = rendition.sourceID.flatMap({ originals[$0] }), isNamed(photo)
      else { return nil }
      switch namable[FilePath(photo)] {
      case true?: return Found(path: path, rendition: rendition, gonePhoto: nil)
      // Where its outputs go is not known.
      case false?: return nil
      case nil: return FileStatus.isNothing(at: photo) ? Found(path: path, rendition: rendition, gonePhoto: photo) : nil
      }
    }
    let announced: [Found] = context.journal.paths.compactMap { path in
      let place = context.outputPath(path)
      guard isLeft(path), known.rendition(place) == nil, FileStatus.isAnything(at: place) else { return nil }
      let photos = Self.announced(path, in: context).map(\.photo)
      return photos.contains { isNamed($0) && namable[FilePath($0)] == nil && FileStatus.isNothing(at: $0) }
        ? Found(path: path, rendition: nil, gonePhoto: nil) : nil
    }
    found = (recorded + announced).sorted { $0.path.precedesInBytes($1.path) }
  }

  /// What runs of the recipe were about to put at a path when they were killed.
  private static func announced(_ path: String, in context: BatchContext) -> [OutputJournal.Entry] {
    context.journal[path].filter { $0.recipe == context.prepared.recipe.name }
  }

  /// What is to become of each.
  var plan: [Orphan] { found.map { Orphan(path: $0.path, status: isOurs($0) ? .wouldRemove : .conflict) } }

  /// Removes those that are as they were made, and what is on record of them and of those that are gone already. The folders
  /// that are left empty go too.
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
    if forgotten.isEmpty { return orphans }
    // What is gone must stay gone before the catalog forgets it: a file that it does not know would be nobody's.
    _ = folder.synchronizeNames(of: forgotten.lazy.map(\.path))
    for place in folder.folders(of: forgotten.lazy.map(\.path)).dropFirst().sorted(by: { $0.utf8.count > $1.utf8.count }
    ) {
      rmdir(place)
    }
    let gone = forgotten.compactMap { orphan in orphan.gonePhoto.map { (orphan.rendition!.sourceID!, $0) } }
    try catalog.forget(
      renditions: forgotten.compactMap(\.rendition?.photoID), originals: Dictionary(gone) { one, _ in one })
    folder.settle(forgotten.lazy.map(\.path))
    folder.end()
    return orphans
  }

  /// Whether the file is as it was made, by a run that could record it or by one that was killed; or gone.
  private func isOurs(_ orphan: Found) -> Bool {
    let place = context.outputPath(orphan.path)
    if FileStatus.isNothing(at: place) { return true }
    if orphan.rendition?.statusAsMade(at: place, in: context.outputFolder) != nil { return true }
    let announced = Self.announced(orphan.path, in: context)
    guard !announced.isEmpty, OutputFolder.isFile(place, in: context.outputFolder) else { return false }
    let hash = sha256(ofFile: place)
    return announced.contains { $0.sha256 == hash }
  }
}
