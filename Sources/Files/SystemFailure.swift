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

  /// In the system's words, except where a folder is missing.
  package var reason: String { missingFolder.map { "there is no folder \($0)" } ?? String(cString: strerror(code)) }
}

/// What the system says went wrong last, in its words.
package func systemError(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
