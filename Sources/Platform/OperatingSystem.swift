/// Facilities that packshot needs and POSIX lacks.
///
/// ``Linux`` conforms to it, with one file per facility. To port packshot to another system, add a type that conforms and
/// name it in `System.swift`. The functions can be called from several threads at once.
///
/// A function that fails sets `errno`, as the C library's functions do.
package protocol OperatingSystem {
  // MARK: Changes in folders

  /// A queue of the changes in some folders. It is closed when it is deallocated.
  associatedtype FolderChanges: Sendable

  /// Creates a queue without folders. Returns nil on failure.
  static func makeFolderChanges() -> FolderChanges?

  /// Queues all changes in a folder from now on. Adding a folder twice has no effect. Returns false on failure, with
  /// `ENOSPC` if no more folders can be watched.
  static func add(_ folder: String, to changes: FolderChanges) -> Bool

  /// Waits until a change is queued, then removes all changes from the queue and reports them.
  ///
  /// - Parameters:
  ///   - milliseconds: Maximum time to wait.
  ///   - report: Called with each change.
  static func takeChanges(from changes: FolderChanges, milliseconds: Int32, _ report: (FolderChange) -> Void)

  /// Whether all changes in a folder are queued. False if other machines can change it unnoticed.
  static func reportsAllChanges(in folder: String) -> Bool

  /// Names of the system's settings that limit the number of queues, and of folders in them.
  static var folderChangesLimits: (queues: String, folders: String) { get }

  // MARK: Files

  /// Whether any process has the file at `path` open for writing. Nil if the system can't tell. The system may send
  /// `SIGIO` to this process, which must ignore that signal.
  static func hasWriter(_ path: String) -> Bool?

  /// Renames a file in one step unless `destination` exists, so that a power loss never leaves both names. Returns false
  /// on failure, with `EEXIST` if `destination` exists, and nil if the file system can't do that.
  static func rename(_ path: String, toFree destination: String) -> Bool?

  /// Starts writing a file's data to disk without waiting, so that `fsync` takes less time later. Best effort.
  static func startWriting(_ descriptor: Int32)

  /// Reserves space for an unnamed file in a folder, then frees it. Returns the error number, which is 0 on success, or
  /// nil if no unnamed file can be created there.
  static func reserveSpace(_ byteCount: Int, in folder: String) -> Int32?

  /// Finds a process other than this one that holds a POSIX lock on a range of a file. Returns its ID, and its name if
  /// known; nil if no such process is visible. Must not open the file, because closing it would release this process's
  /// own locks on it.
  ///
  /// - Parameter isForWriting: Whether only exclusive locks count.
  static func lockHolder(
    of path: String, bytes: ClosedRange<Int64>, isForWriting: Bool
  ) -> (process: Int32, program: String?)?

  // MARK: Memory

  /// Asks for large pages in memory that wasn't written yet, so that writing it causes fewer page faults. The memory
  /// starts at a multiple of 2 MiB. Best effort.
  static func useLargePages(in memory: UnsafeMutableRawBufferPointer)

  /// Releases the memory of whole pages of a mapped file, which are read from the file again when they are used again.
  /// Best effort.
  static func releasePages(_ pages: UnsafeMutableRawBufferPointer)

  /// Lets the allocator keep up to `byteCount` bytes that were freed, instead of returning them to the system. Best
  /// effort.
  static func keepFreedMemory(byteCount: Int)

  // MARK: Processes

  /// Whether writing to standard output has failed, also if flushing it succeeds again.
  static var hasLostOutput: Bool { get }

  /// A path that starts this program again, even if its file was renamed or replaced.
  static var programPath: String { get }

  /// The reason why this program received no arguments, not even its name, and what to do.
  static var missingArgumentsReason: String { get }

  /// Creates two connected sockets that aren't inherited by programs that this process starts. Returns nil on failure.
  static func makeSocketPair() -> (Int32, Int32)?

  /// Sends bytes without blocking, and without a signal if the other end is closed. Returns how many bytes were sent; a
  /// negative number on failure.
  ///
  /// - Parameter descriptor: An open file to pass on with the first byte.
  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32, with descriptor: Int32?) -> Int

  /// Receives bytes like `read`, with an open file if one was sent with them. The caller must close it. Works in the
  /// sandbox if the socket is standard input.
  static func receive(
    into room: UnsafeMutableRawPointer, _ count: Int, from socket: Int32
  ) -> (count: Int, descriptor: Int32?)

  /// Creates an empty file that exists only in memory. Returns a negative number on failure.
  static func makeMemoryFile() -> Int32

  /// Enlarges a pipe's buffer, so that its reader and its writer wait less for each other. Best effort, without effect
  /// on other files.
  static func enlargePipe(_ descriptor: Int32, byteCount: Int32)

  /// Permanently leaves this process only standard input and output, open files passed to it, memory and the clock. The
  /// process must have one thread. Returns what the system couldn't deny or limit.
  ///
  /// - Parameter memory: Maximum private memory in bytes, including memory already in use; 0 for no limit.
  static func enterSandbox(memory: UInt64) -> SandboxGaps

  /// Makes this process end when the thread that started it ends. Returns false if that has already happened, because
  /// `parent` is no longer the parent process.
  static func endWithParent(_ parent: Int32) -> Bool
}

/// A change in a watched folder.
package enum FolderChange {
  /// An entry appeared or disappeared, or was closed after it was written.
  case entry(name: String)
  /// The folder itself was moved, deleted or unmounted, and may no longer be watched.
  case folder
  /// There were more changes than the queue holds, so some weren't reported.
  case overflow
}

/// What a sandbox doesn't deny or limit, each as part of a sentence.
package struct SandboxGaps: Codable, Sendable {
  /// Gaps that let a process do more than decode pictures.
  package var serious: [String] = []
  /// Gaps that matter little if there are no serious ones.
  package var minor: [String] = []

  package init() {}
}
