public import Errors
import Files

/// The reason why a file is not a store.
public enum NotAStore: String, Hashable, Sendable, CustomStringConvertible {
  /// The file is empty.
  case empty = "it is empty"
  /// The path leads to a folder.
  case folder = "it is a folder"
  /// The file is not an SQLite database.
  case notSQLite = "it is not an SQLite database"
  /// The file is another program's SQLite database.
  case foreign = "it is another program's SQLite database"

  /// The reason as the end of a sentence: “it is empty”.
  public var description: String { rawValue }
}

/// The reason why writing is impossible.
public enum WriteObstacle: Hashable, Sendable {
  /// The disk is full, or the user's quota is used up.
  case diskFull
  /// The folder doesn't exist.
  case noFolder(String)
  /// The folder is on a read-only disk.
  case readOnlyDisk(folder: String)
  /// The folder is write-protected.
  case protectedFolder(String)
  /// The file is not readable for this user.
  case notReadable
  /// An edit exceeds 1 GB, the largest value that SQLite stores.
  case editTooLarge
  /// The latest changes are in a log that can't be read.
  case unreadableLog(path: String, reason: String)
  /// A process was killed in the middle of a transaction, which the next writer rolls back.
  case unfinishedTransaction(journal: String)
  /// Another error, with the message of the system or SQLite.
  case system(String)
}

/// The reason why a store can only be read.
public enum WriteProtection: String, Hashable, Sendable, CustomStringConvertible {
  /// The disk is read-only.
  case disk = "its disk is read-only"
  /// The file is write-protected.
  case file = "the file is write-protected"
  /// The folder is write-protected.
  case folder = "its folder is write-protected"
  /// The store was opened for reading.
  case openedForReading = "it was opened for reading"

  /// The reason as the end of a sentence: “its disk is read-only”.
  public var description: String { rawValue }
}

/// Another process that has locked a store's file.
public struct StoreLocker: Hashable, Sendable {
  /// ID of the process.
  public let process: Int32
  /// Name of its program; nil if the system doesn't report it.
  public let program: String?

  /// Creates a locker from a process ID and the name of its program.
  public init(process: Int32, program: String?) { (self.process, self.program) = (process, program) }
}

/// The reason why no backup was made.
public enum BackupObstacle: Hashable, Sendable {
  /// The store at `path` is damaged, with SQLite's finding. An older backup is worth more than one of a damaged store.
  case damaged(path: String, finding: String)
  /// The file belongs to the store to be backed up.
  case ownFile
  /// The path leads to a folder.
  case folder
  /// The file is in use.
  case inUse
}

/// The reason why a backup was not restored.
public enum RestoreObstacle: Hashable, Sendable {
  /// The backup is damaged, with SQLite's finding.
  case damaged(finding: String)
  /// The backup is the store to be replaced.
  case ownFile
}

/// The way in which bytes in external storage were lost.
public enum Loss: Hashable, Sendable {
  /// The store is in memory, which has no external storage.
  case neverThere
  /// The file is gone.
  case gone
  /// The file exists, but can't be read.
  case unreadable
  /// The file has another size.
  case byteCount(found: Int, stored: Int)
  /// The file has the right size, but other content.
  case content
}

extension WriteObstacle {
  /// Creates the reason from an error of the system.
  init(_ failure: SystemFailure) { self = DiskSpace.isFull(failure.code) ? .diskFull : .system(failure.reason) }

  func remedy(_ path: String) -> Remedy? {
    switch self {
    case .unreadableLog: .copyWithLog(path: path)
    case .unfinishedTransaction: .openToWrite
    default: nil
    }
  }
}

extension WriteObstacle: CustomStringConvertible {
  /// The reason as the end of a sentence: “disk full”.
  public var description: String {
    switch self {
    case .diskFull: "disk full"
    case .noFolder(let folder): "there is no folder \(folder)"
    case .readOnlyDisk(let folder): "the folder \(folder) is on a read-only disk"
    case .protectedFolder(let folder): "the folder \(folder) may not be written to"
    case .notReadable: "you do not have permission to read it"
    case .editTooLarge: "this edit is larger than the history can hold, which is 1 GB"
    case .unreadableLog(let log, let reason): "its latest changes in \(log) cannot be read: \(reason)"
    case .unfinishedTransaction(let journal): "a process that was killed left a transaction in \(journal)"
    case .system(let reason): reason
    }
  }
}

extension BackupObstacle: CustomStringConvertible {
  var remedy: Remedy? {
    switch self {
    case .damaged: .verify
    case .ownFile: .nameAnotherFile
    case .folder: .nameFileInFolder
    case .inUse: nil
    }
  }

  /// The reason as the end of a sentence: “it is in use”.
  public var description: String {
    switch self {
    case .damaged(let path, let finding): "the catalog \(path) is damaged (\(finding)), so nothing was replaced"
    case .ownFile: "it belongs to the catalog being copied"
    case .folder: "it is a folder"
    case .inUse: "it is in use"
    }
  }
}

extension RestoreObstacle: CustomStringConvertible {
  /// The reason as the end of a sentence: “it is damaged (…)”.
  public var description: String {
    switch self {
    case .damaged(let finding): "it is damaged (\(finding)), so nothing was replaced"
    case .ownFile: "it is the catalog to be replaced"
    }
  }
}

extension Loss: CustomStringConvertible {
  /// The reason as the end of a sentence: “it no longer exists”.
  public var description: String {
    switch self {
    case .neverThere: "it was never there"
    case .gone: "it no longer exists"
    case .unreadable: "it cannot be read"
    case .byteCount(let found, let stored): "it has \(found) bytes, but \(stored) were stored"
    case .content: "its content has changed"
    }
  }
}

extension StoreLocker: DetailedValue {
  /// The process and its program.
  public var details: Details { ["process": process, "program": program] }

  /// The locker as the subject of a sentence: “sqlite3 (process 4711)”.
  var words: String { program.map { "\($0) (process \(process))" } ?? "process \(process)" }
}
