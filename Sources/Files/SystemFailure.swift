import Glibc

/// What the system says went wrong.
package struct SystemFailure: Error, Equatable {
  package let code: Int32
  /// The folder that would have to be there, where that is what went wrong.
  private let missingFolder: String?

  package init(_ code: Int32 = errno, missingFolder: String? = nil) {
    self.code = code
    self.missingFolder = missingFolder
  }

  /// In the system's words, except for a missing folder and a full disk.
  package var reason: String { missingFolder.map { "there is no folder \($0)" } ?? systemError(code) }
}

/// What the system says went wrong last, in its words, except that a full disk is always called one.
package func systemError(_ code: Int32 = errno) -> String {
  switch code {
  case ENOSPC: "disk full"
  case EDQUOT: "disk full: your quota is used up"
  default: String(cString: strerror(code))
  }
}
