import Catalog
import Files
import Foundation
import ObjectStore
import Recipes
import Synchronization

/// The recorded files of outputs whose names contain a ``Fingerprint``. Such an output is known by its pattern until it
/// is rendered, and its record has the path of the file that was made last.
final class FingerprintedFiles: Sendable {
  /// The recorded current files by their patterns, the latest one last. There are several if photos exchange their names,
  /// or if a photo takes the place of a deleted one.
  private let current: [FilePath: [(path: String, rendition: KnownRendition)]]
  /// Paths of the files that this run published.
  private let published = Mutex<Set<FilePath>>([])

  init(of recipe: Recipe, in known: KnownWork?, outputFolder: String) {
    var current: [FilePath: [(path: String, rendition: KnownRendition)]] = [:]
    if let known, recipe.outputs.contains(where: { $0.template.fields.contains(.hash) }) {
      for (path, rendition) in known.renditions(in: outputFolder) where rendition.replacedAt == nil {
        guard let pattern = Fingerprint.pattern(of: path, sha256: rendition.sha256) else { continue }
        current[FilePath(pattern), default: []].append((path, rendition))
      }
    }
    self.current = current.mapValues { files in
      files.count == 1
        ? files : files.sorted { $0.rendition.stamp.recordedNanoseconds < $1.rendition.stamp.recordedNanoseconds }
    }
  }

  /// Returns the path of an output's recorded file. An output without a fingerprint, or without a record, keeps its own
  /// path.
  func path(of output: String) -> String {
    current.isEmpty ? output : current[FilePath(output)]?.last?.path ?? output
  }

  /// Returns the ids of the recorded current files of an output, given the path of its new file.
  func files(of path: String, sha256: String) -> [UUID] {
    guard !current.isEmpty, let pattern = Fingerprint.pattern(of: path, sha256: sha256) else { return [] }
    return (current[FilePath(pattern)] ?? []).map(\.rendition.photoID)
  }

  /// Notes the files that the run has published. A picture can become current again.
  func add(published paths: some Sequence<String>) {
    published.withLock { published in paths.forEach { published.insert(FilePath($0)) } }
  }

  /// Whether this run has published a file, given its path relative to the output folder.
  func hasPublished(_ path: String) -> Bool { published.withLock { $0.contains(FilePath(path)) } }

  /// Whether a recorded file was replaced so long ago that it can be removed.
  ///
  /// - Parameter grace: Seconds for which a replaced file is kept.
  func isOver(_ rendition: KnownRendition, at path: String, grace: TimeInterval) -> Bool {
    guard let replacedAt = rendition.replacedAt, !hasPublished(path) else { return false }
    return Date().timeIntervalSince(replacedAt) >= grace
  }
}

extension KnownRendition {
  /// Returns the path that is part of the cache key: the pattern, if the name contains a ``Fingerprint``.
  func keyPath(of path: String) -> String { Fingerprint.pattern(of: path, sha256: sha256) ?? path }
}
