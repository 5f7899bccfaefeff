import Files
import Foundation
import Platform
import Rendering
import Synchronization

/// The state that a ``WatchedBatch`` keeps between passes: the watched folders, and the photos to leave alone.
final class BatchWatch: InputWatch {
  /// The folders as named.
  private let named: [String]
  /// The folder that relative paths start from. Nil if all paths are absolute.
  private let workingFolder: WorkingFolder?
  private let state: Mutex<State>

  private struct State {
    var folders: FolderWatch
    /// The state of each photo when it was processed in this pass.
    var seen: [FilePath: Sight] = [:]
    /// The state of photos that failed. They are skipped until that state changes.
    var refused: [FilePath: Sight] = [:]
    /// The state of each file and folder that the walk couldn't use, and the reason.
    var unusable: [FilePath: (status: FileStatus?, failure: PhotoFailure)] = [:]
    /// The files that the recipe consists of and uses, as they were when the pass used them.
    var recipeFiles: [FilePath: FileStatus?] = [:]
    /// Whether one of them changed while the pass began, so that the pass may have read it before.
    var hasStaleRecipe = false
    /// When the pass began, in nanoseconds since 1970.
    var began: Int64 = 0
    /// Whether a photo was put off because another process is writing it.
    var hasPutOff = false
    /// Whether a folder is on a file system that doesn't report changes by other machines.
    var isShared = false
  }

  /// The state that decides whether a failed photo is tried again: its file, its per-photo images, and whether another
  /// photo's output has the same name.
  private struct Sight: Equatable {
    var photo: FileStatus
    var pictures: [FileStatus?]
    var clash: PackshotError?
  }

  /// - Parameter named: The folders to watch, including their subfolders.
  init(_ named: [String]) throws(PackshotError) {
    self.named = named
    workingFolder = WorkingFolder(for: named)
    state = Mutex(State(folders: try Self.newWatch()))
    // The kernel sends this signal if a process opens a file for writing while `hasWriter` checks that file.
    signal(SIGIO, SIG_IGN)
  }

  private static func newWatch() throws(PackshotError) -> FolderWatch {
    do { return try FolderWatch() } catch {
      throw .cannotWatch(why: error.reason)
    }
  }

  private var folders: FolderWatch { state.withLock { $0.folders } }

  func add(_ folder: String) throws(PackshotError) {
    if !System.reportsAllChanges(in: folder) { state.withLock { $0.isShared = true } }
    do { try folders.add(folder) } catch {
      // The walk reports a folder that is missing or unreadable.
      guard error.code == ENOSPC else { return }
      throw .unreadable(
        path: folder,
        why: "no more folders can be watched; raise the limit with sysctl \(System.folderChangesLimits.folders)")
    }
  }

  /// Begins a pass. The walk adds all folders again. The named folders are added here, because the walk doesn't reach a
  /// missing folder, which can come back later.
  func begin() throws(PackshotError) {
    try workingFolder?.check()
    if folders.hasLost || !folders.changedPlaces.isEmpty {
      let folders = try Self.newWatch()
      state.withLock { $0.folders = folders }
    }
    folders.forgetPlaces()
    if let workingFolder { folders.note(workingFolder.path) }
    for folder in named { try? folders.add(folder.withoutTrailingSlashes) }
    state.withLock { ($0.seen, $0.hasPutOff, $0.began) = ([:], false, nanosecondsNow()) }
  }

  /// Notes the files that the recipe consists of and uses, such as its tables and images, which can be anywhere. A change
  /// in one of them ends the wait.
  func note(recipeFiles files: [String]) {
    let files = Dictionary(files.map { (FilePath($0), FileStatus(path: $0)) }) { first, _ in first }
    state.withLock { state in
      // By the clock of another machine, an old change can seem to be later.
      state.hasStaleRecipe = files.contains { path, status in
        status.map { $0.changedNanoseconds >= state.began } == true && state.recipeFiles[path] != status
      }
      state.recipeFiles = files
    }
  }

  /// Whether a file of the recipe has changed since the pass read it.
  private var isRecipeChanged: Bool {
    let (files, isStale) = state.withLock { ($0.recipeFiles, $0.hasStaleRecipe) }
    return isStale || files.contains { path, noted in FileStatus(path: path.text) != noted }
  }

  /// Whether to skip a photo for now, because another process is writing it, or another photo that its outputs show, or
  /// because it is unchanged since it failed.
  func putsOff(_ job: PhotoJob) -> Bool {
    let photo = job.photo.path
    // The run reports a photo that no longer exists.
    guard let status = FileStatus(path: photo) else { return false }
    let path = FilePath(photo)
    let sight = Sight(photo: status, pictures: RecordedOwnFiles.statuses(of: job), clash: job.clash)
    if state.withLock({ $0.refused[path] == sight }) { return true }
    let isAnyBeingWritten = RecordedOwnFiles.members(of: job).contains { path in
      FileStatus(path: path).map { Self.isBeingWritten(path, $0) } ?? false
    }
    if isAnyBeingWritten || Self.isBeingWritten(photo, status) {
      state.withLock { $0.hasPutOff = true }
      return true
    }
    state.withLock { $0.seen[path] = sight }
    return false
  }

  func putsOff(archive path: String) -> Bool {
    guard let status = FileStatus(path: path), Self.isBeingWritten(path, status) else { return false }
    state.withLock { $0.hasPutOff = true }
    return true
  }

  /// Returns the failures of a walk without those that the last pass had, too.
  func news(
    of failures: [(path: String, failure: PhotoFailure)]
  ) -> [(path: String, failure: PhotoFailure)] {
    state.withLock { state in
      let before = state.unusable
      state.unusable = [:]
      return failures.filter { path, failure in
        let (key, status) = (FilePath(path), FileStatus(path: path))
        state.unusable[key] = (status, failure)
        return before[key].map { $0.status != status || $0.failure != failure } ?? true
      }
    }
  }

  /// How long a file must be unchanged if the file system can't report writers, in nanoseconds.
  private static let restNanoseconds: Int64 = 2_000_000_000

  private static func isBeingWritten(_ photo: String, _ status: FileStatus) -> Bool {
    System.hasWriter(ArchivedFile.container(of: photo))
      ?? (nanosecondsNow() - status.changedNanoseconds < restNanoseconds)
  }

  /// Remembers a photo whose failure or conflict lasts until the photo changes. Forgets a photo with any other result.
  func learn(_ report: PhotoReport) {
    let isItsOwn =
      switch report.failure?.code {
      case .notAnImage, .damaged, .overLimit, .recipe, .badName, .notUTF8: true
      case nil: report.status == .conflict
      // These failures may be temporary.
      default: false
      }
    state.withLock { state in
      let path = FilePath(report.input)
      state.refused[path] = isItsOwn ? state.seen[path] : nil
    }
  }

  /// Delay before retrying a photo that another process was writing, and interval for checking folders shared with
  /// other machines, in seconds.
  private static let (writersRest, sharedInterval) = (2.0, 10.0)
  /// Interval for checking whether to stop, in milliseconds.
  private static let pollInterval: Int32 = 250
  /// Milliseconds without a file event before the changed files are processed, and the number of such periods after
  /// which they are processed even if events keep coming.
  private static let (quiet, mostQuiets): (Int32, Int) = (150, 10)

  /// Shortest and longest interval for checking whether paths lead to other folders, and whether files of the recipe
  /// have changed, in seconds; see ``lookShare``.
  private static let (lookInterval, longestLookInterval) = (1.0, 4.0)
  /// Ratio of the pause between two checks to the duration of a check, so that checking thousands of folders doesn't
  /// keep a processor busy.
  private static let lookShare = 50.0

  /// The reason why a wait ended.
  enum News: Equatable {
    /// The watch was asked to stop.
    case end
    /// Files have changed, or the time to retry has come.
    case changes
    /// These named folders were replaced, removed or created.
    case replaced([String])
  }

  /// Waits until there is something to process.
  ///
  /// - Parameters:
  ///   - rest: Minimum time to wait, in seconds.
  ///   - retry: Seconds after which to run again even without changes. Nil if nothing is left to retry.
  ///   - ignored: Names of files that every run changes.
  ///   - records: The catalog, whose changed records end the wait.
  func wait(
    rest: Double, retry: Double?, ignoring ignored: Set<String>, _ records: WatchedCatalog, stop: StopRequest
  ) -> News {
    let start = ContinuousClock.now
    let elapsed = { (ContinuousClock.now - start) / .seconds(1) }
    let isOfInterest = { (name: String) in name.utf8.first != UInt8(ascii: ".") && !ignored.contains(name) }
    let again = state.withLock { state in
      [retry, state.hasPutOff ? Self.writersRest : nil, state.isShared ? Self.sharedInterval : nil].compactMap(\.self)
        .min()
    }
    let folders = folders
    var isChanged = false
    var nextLook = Self.lookInterval
    while !stop.isStopped {
      if elapsed() >= nextLook {
        let before = elapsed()
        let changed = Set(folders.changedPlaces.map(FilePath.init))
        if !changed.isEmpty {
          let replaced = named.filter { changed.contains(FilePath($0.withoutTrailingSlashes)) }
          return replaced.isEmpty ? .changes : .replaced(replaced)
        }
        if isRecipeChanged || elapsed() >= rest && records.hasChanged { return .changes }
        nextLook =
          elapsed() + min(max(Self.lookInterval, (elapsed() - before) * Self.lookShare), Self.longestLookInterval)
      }
      if folders.wait(milliseconds: isChanged ? Self.quiet : Self.pollInterval, isOfInterest) {
        isChanged = true
        var quiets = 0
        while quiets < Self.mostQuiets, folders.wait(milliseconds: Self.quiet, isOfInterest) { quiets += 1 }
      }
      if isChanged && elapsed() >= rest || again.map({ elapsed() >= $0 }) == true { return .changes }
    }
    return .end
  }
}
