import Files
import Foundation
import Glibc
import Rendering
import Synchronization

/// What a ``WatchedBatch`` knows from one pass to the next: the folders that are watched, and the photos that are to be left alone.
final class BatchWatch: Sendable {
  /// The folders that were named.
  private let named: [String]
  /// The folder that relative paths begin at; nil if none of them is relative.
  private let workingFolder: WorkingFolder?
  private let state: Mutex<State>

  private struct State {
    var folders: FolderWatch
    /// Photos as they were when their turn came in this pass.
    var seen: [FilePath: Sight] = [:]
    /// Photos that cannot be rendered as they are.
    var refused: [FilePath: Sight] = [:]
    /// Whether a photo was put off because somebody writes into it.
    var hasPutOff = false
    /// Whether a folder is on a file system where other machines may change it unheard.
    var isShared = false
  }

  /// A photo, the pictures that it has of its own or lacks, and whether another photo's output has the name of one of its outputs.
  private struct Sight: Equatable {
    var photo: FileStatus
    var pictures: [FileStatus?]
    var clash: PackshotError?
  }

  /// - Parameter named: The folders to watch, with those below them.
  init(_ named: [String]) throws(PackshotError) {
    self.named = named
    workingFolder = WorkingFolder(for: named)
    state = Mutex(State(folders: try Self.newWatch()))
    // Who opens a file to write while it is asked whether anybody does.
    signal(SIGIO, SIG_IGN)
  }

  private static func newWatch() throws(PackshotError) -> FolderWatch {
    do { return try FolderWatch() } catch {
      throw .cannotWatch(why: error.reason)
    }
  }

  private var folders: FolderWatch { state.withLock { $0.folders } }

  /// Watches a folder that is about to be read.
  func add(_ folder: String) throws(PackshotError) {
    if !FolderWatch.tellsAll(in: folder) { state.withLock { $0.isShared = true } }
    do { try folders.add(folder) } catch {
      // One that has gone, or may not be read, the walk will find so.
      guard error.code == ENOSPC else { return }
      throw .unreadable(
        path: folder, why: "no more folders can be watched; raise the limit with sysctl fs.inotify.max_user_watches")
    }
  }

  /// A pass begins, in which all folders are added again. The named ones are added here, because the walk doesn't come to one that is
  /// gone, and it may come back.
  func begin() throws(PackshotError) {
    try workingFolder?.check()
    if folders.hasLost || !folders.changedPlaces.isEmpty {
      let folders = try Self.newWatch()
      state.withLock { $0.folders = folders }
    }
    folders.forgetPlaces()
    if let workingFolder { folders.note(workingFolder.path) }
    for folder in named { try? folders.add(folder.withoutTrailingSlashes) }
    state.withLock { ($0.seen, $0.hasPutOff) = ([:], false) }
  }

  /// Whether a photo is to be left for later: somebody writes into it, or it is as it was when it could not be rendered.
  func putsOff(_ job: PhotoJob) -> Bool {
    let photo = job.photo.path
    // One that is gone is the run's to tell of.
    guard let status = FileStatus(path: photo) else { return false }
    let path = FilePath(photo)
    let sight = Sight(photo: status, pictures: RecordedOwnFiles.statuses(of: job), clash: job.clash)
    if state.withLock({ $0.refused[path] == sight }) { return true }
    if Self.isBeingWritten(photo, status) {
      state.withLock { $0.hasPutOff = true }
      return true
    }
    state.withLock { $0.seen[path] = sight }
    return false
  }

  /// How long nothing may have been written where the file system does not tell of writers.
  private static let restNanoseconds: Int64 = 2_000_000_000

  private static func isBeingWritten(_ photo: String, _ status: FileStatus) -> Bool {
    FileWriters.has(photo) ?? (nanosecondsNow() - status.changedNanoseconds < restNanoseconds)
  }

  /// Remembers a photo of which nothing can come as it is.
  func learn(_ report: PhotoReport) {
    let isItsOwn =
      switch report.failure?.code {
      case .notAnImage, .damaged, .overLimit, .recipe, .badName, .notUTF8: true
      case nil: report.status == .conflict
      // Those that may pass.
      default: false
      }
    state.withLock { state in
      let path = FilePath(report.input)
      state.refused[path] = isItsOwn ? state.seen[path] : nil
    }
  }

  /// When a photo is looked at again that somebody was writing into, and how often folders are that other machines share: in
  /// seconds.
  private static let (writersRest, sharedInterval) = (2.0, 10.0)
  /// How often it is looked whether the end was asked for, in milliseconds.
  private static let pollInterval: Int32 = 250
  /// How long nothing is to come any more before what came is looked at, in milliseconds; what comes without end is looked at
  /// after some of these.
  private static let (quiet, mostQuiets): (Int32, Int) = (150, 10)

  /// How often to look whether paths lead to other folders, in seconds; see ``lookShare``.
  private static let (lookInterval, longestLookInterval) = (1.0, 4.0)
  /// How many times longer the pause between two looks is than a look, so that many thousand folders don't keep a processor busy.
  private static let lookShare = 50.0

  /// What a wait has come to.
  enum News: Equatable {
    /// The end was asked for.
    case end
    /// There is something to look at.
    case changes
    /// These of the named folders are others now, or have gone or come.
    case replaced([String])
  }

  /// Waits until there is something to look at.
  ///
  /// - Parameters:
  ///   - rest: Not to be disturbed for so many seconds.
  ///   - retry: To look again after so many seconds whatever comes; nil where nothing is left to do.
  ///   - ignored: Names of files that change by every run.
  func wait(rest: Double, retry: Double?, ignoring ignored: Set<String>, stop: StopRequest) -> News {
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
