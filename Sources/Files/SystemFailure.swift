import Platform

/// An error reported by the operating system.
package struct SystemFailure: Error, Equatable {
  package let code: Int32
  /// The missing folder, if that is the cause.
  private let missingFolder: String?

  package init(_ code: Int32 = errno, missingFolder: String? = nil) {
    self.code = code
    self.missingFolder = missingFolder
  }

  /// The system's message, except for a missing folder and a full disk.
  package var reason: String { missingFolder.map { "there is no folder \($0)" } ?? systemError(code) }
}

/// Returns the system's message for an error number, by default the last one. A full disk always has the same message.
package func systemError(_ code: Int32 = errno) -> String {
  switch code {
  case ENOSPC: "disk full"
  case EDQUOT: "disk full: your quota is used up"
  default: String(cString: strerror(code))
  }
}
