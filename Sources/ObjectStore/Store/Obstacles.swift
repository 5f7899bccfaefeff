public import Errors
import Files

/// Why a file is not a store.
public enum NotAStore: String, Hashable, Sendable, CustomStringConvertible {
  /// There is nothing in it.
  case empty = "it is empty"
  /// It is a folder.
  case folder = "it is a folder"
  /// It is no SQLite database.
  case notSQLite = "it is not an SQLite database"
  /// It is an SQLite database of another program's.
  case foreign = "it is another program's SQLite database"

  /// As the end of a sentence: “it is empty”.
  public var description: String { rawValue }
}

/// What is in the way of writing.
public enum WriteObstacle: Hashable, Sendable {
  /// The disk is full, or the user's quota is used up.
  case diskFull
  /// There is no such folder.
  case noFolder(String)
  /// The folder is on a disk that is read-only.
  case readOnlyDisk(folder: String)
  /// Nothing may be put into the folder.
  case protectedFolder(String)
  /// The file may not be read.
  case notReadable
  /// An edit is larger than the history can hold.
  case editTooLarge
  /// The latest changes are in a log that cannot be read.
  case unreadableLog(path: String, reason: String)
  /// A process was killed in the middle of a transaction, which the next writer rolls back.
  case unfinishedTransaction(journal: String)
  /// What the system or SQLite says.
  case system(String)
}

/// Why a store may only be read.
public enum WriteProtection: String, Hashable, Sendable, CustomStringConvertible {
  /// Its disk is read-only.
  case disk = "its disk is read-only"
  /// The file is write-protected.
  case file = "the file is write-protected"
  /// Its folder is write-protected.
  case folder = "its folder is write-protected"
  /// Nothing of these: it was opened for reading.
  case openedForReading = "it was opened for reading"

  /// As the end of a sentence: “its disk is read-only”.
  public var description: String { rawValue }
}

/// Another process that has locked a store's file.
public struct StoreLocker: Hashable, Sendable {
  /// Its number.
  public let process: Int32
  /// The name of its program; nil if the system does not tell.
  public let program: String?

  /// A process with a number, and the name of its program.
  public init(process: Int32, program: String?) { (self.process, self.program) = (process, program) }
}

/// Why no copy was made.
public enum BackupObstacle: Hashable, Sendable {
  /// The store at `path` is damaged; what SQLite found. An older copy is worth more than one of it.
  case damaged(path: String, finding: String)
  /// The file belongs to the store that was to be copied.
  case ownFile
  /// It is a folder.
  case folder
  /// Somebody is using it.
  case inUse
}

/// Why a backup was not restored.
public enum RestoreObstacle: Hashable, Sendable {
  /// It is damaged; what SQLite found.
  case damaged(finding: String)
  /// It is the store that was to be replaced.
  case ownFile
}

/// How bytes in external storage were lost.
public enum Loss: Hashable, Sendable {
  /// The store is in memory, where there is no such storage.
  case neverThere
  /// The file is gone.
  case gone
  /// The file is there and cannot be read.
  case unreadable
  /// The file has another size.
  case byteCount(found: Int, stored: Int)
  /// The file has the same size and another content.
  case content
}

extension WriteObstacle {
  /// What a failure of the system's is.
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
  /// As the end of a sentence: “the disk is full”.
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

  /// As the end of a sentence: “it is in use”.
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
  /// As the end of a sentence: “it is damaged (…)”.
  public var description: String {
    switch self {
    case .damaged(let finding): "it is damaged (\(finding)), so nothing was replaced"
    case .ownFile: "it is the catalog to be replaced"
    }
  }
}

extension Loss: CustomStringConvertible {
  /// As the end of a sentence: “it no longer exists”.
  public var description: String {
    switch self {
    case .neverThere: "it was never there"
    case .gone: "it no longer exists"
    case .unreadable: "it cannot be read"
    case .byteCount(let found, let stored): "it has \(found) bytes, but \(stored) were stored"
    case .content: "its content is not what was stored"
    }
  }
}

extension StoreLocker: DetailedValue {
  /// The process and its program.
  public var details: Details { ["process": process, "program": program] }

  /// As the subject of a sentence: “sqlite3 (process 4711)”.
  var words: String { program.map { "\($0) (process \(process))" } ?? "process \(process)" }
}
