import Platform
import Synchronization

/// Reports changes in folders: a file was closed after writing, appeared or disappeared. The caller finds out what has
/// changed.
///
/// A folder is watched, not its path. ``changedPlaces`` reports a path that now leads to another folder because the
/// folder was moved, something was mounted over it, or a link was switched. Then a new watch is needed.
package final class FolderWatch: Sendable {
  private let changes: System.FolderChanges
  private let state = Mutex(State())

  private struct State {
    /// The folder that each path led to when it was added; nil if it led to none.
    var places: [FilePath: FileStatus.Identity?] = [:]
    /// Whether a folder itself was moved, deleted or unmounted.
    var hasLost = false
  }

  package init() throws(SystemFailure) {
    guard let changes = System.makeFolderChanges() else { throw SystemFailure() }
    self.changes = changes
  }

  /// Watches a folder, unless it is watched already. Reports changes from now on.
  package func add(_ folder: String) throws(SystemFailure) {
    // Recorded first, so that a folder replaced in between counts as changed.
    note(folder)
    guard System.add(folder, to: changes) else { throw SystemFailure() }
  }

  /// Records which folder a path leads to, for ``changedPlaces``. Doesn't report changes in it.
  package func note(_ folder: String) {
    let identity = FileStatus(path: folder)?.identity
    state.withLock { _ = $0.places.updateValue(identity, forKey: FilePath(folder)) }
  }

  /// The paths that now lead to another folder than when they were added, that no longer lead to one, or that now do.
  package var changedPlaces: [String] {
    let places = state.withLock { $0.places }
    return places.filter { FileStatus(path: $0.key.text)?.identity != $0.value }.map(\.key.text)
  }

  /// Whether a watched folder was moved, deleted or unmounted, so that the watch may be on a folder that no path leads
  /// to.
  package var hasLost: Bool { state.withLock { $0.hasLost } }

  /// Clears the recorded paths. The caller adds those it still needs.
  package func forgetPlaces() { state.withLock { $0.places = [:] } }

  /// Waits for a change.
  ///
  /// - Parameters:
  ///   - milliseconds: Maximum time to wait.
  ///   - isOfInterest: Called with the name of each changed entry.
  /// - Returns: Whether something of interest has changed, or so much that some events were lost.
  package func wait(milliseconds: Int32, _ isOfInterest: (String) -> Bool) -> Bool {
    var isChanged = false
    System.takeChanges(from: changes, milliseconds: milliseconds) { change in
      switch change {
      case .entry(let name): if !isChanged { isChanged = isOfInterest(name) }
      case .folder:
        state.withLock { $0.hasLost = true }
        isChanged = true
      case .overflow: isChanged = true
      }
    }
    return isChanged
  }
}
