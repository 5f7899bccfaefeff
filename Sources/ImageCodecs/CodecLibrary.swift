/// A library that is loaded when the first picture of its format is there: most runs meet few formats, and start sooner without
/// the libraries of the others.
///
/// It has to be loaded before a process enters the sandbox, where no file can be opened.
package struct CodecLibrary: Sendable {
  /// What it is called.
  public let name: String
  /// What ``FileFormat/libraryVersions`` may name: the library, and those that it calls in its turn.
  let names: [String]
  private let loading: @Sendable () -> UnsafePointer<CChar>?

  /// - Parameters:
  ///   - others: Libraries that it calls, whose versions are told too.
  ///   - loading: Loads it once; returns nil where that is done, otherwise the reason why it cannot be.
  init(_ name: String, calling others: [String] = [], loading: @escaping @Sendable () -> UnsafePointer<CChar>?) {
    (self.name, names, self.loading) = (name, [name] + others, loading)
  }

  /// Loads it, where that has not been done.
  fileprivate func load(for format: ImageFileFormat) throws(CodecError) {
    if let reason = loading() { throw .noLibrary(format, library: name, why: String(cString: reason)) }
  }
}

extension ImageFileFormat {
  /// Whether its library is loaded when it is needed, and is no part of the program.
  package var hasLibraryToLoad: Bool { type.library != nil }

  /// Loads the library that decodes and encodes it, where that is no part of the program and has not been done.
  ///
  /// - Throws: ``CodecError/noLibrary(_:library:why:)``.
  package func loadLibrary() throws(CodecError) { try type.library?.load(for: self) }

  /// The libraries that ``libraryVersions`` may name, without their versions. None is loaded for this.
  package var libraryNames: [String] {
    type.library?.names
      ?? type.libraryVersions.split(separator: ", ").map { library in String(library.prefix { $0 != " " }) }
  }

  /// The libraries that decode and encode it, with their versions: other ones may give other pixels or other bytes. They are
  /// loaded for that; where that cannot be done, there are none.
  package var libraryVersions: [String] {
    (try? loadLibrary()) == nil ? [] : type.libraryVersions.split(separator: ", ").map(String.init)
  }
}
