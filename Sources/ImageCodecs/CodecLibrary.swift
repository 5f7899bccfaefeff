import Synchronization

/// A library that is loaded before the first picture of its format. Most runs meet few formats, and start sooner
/// without the other libraries.
///
/// It must be loaded before a process enters the sandbox, where no file can be opened.
package struct CodecLibrary: Sendable {
  /// The library's name.
  public let name: String
  /// The names that can appear in ``FileFormat/libraryVersions``: the library, and the libraries that it calls.
  let names: [String]
  private let loading: @Sendable () -> UnsafePointer<CChar>?

  /// - Parameters:
  ///   - others: Libraries that this library calls. Their versions are reported too.
  ///   - loading: Loads the library once. Returns nil on success, otherwise the reason for the failure.
  init(_ name: String, calling others: [String] = [], loading: @escaping @Sendable () -> UnsafePointer<CChar>?) {
    (self.name, names, self.loading) = (name, [name] + others, loading)
  }

  /// Loads the library if it isn't loaded yet.
  fileprivate func load(for format: ImageFileFormat) throws(CodecError) {
    if let reason = loading() { throw .noLibrary(format, library: name, why: String(cString: reason)) }
  }
}

extension ImageFileFormat {
  /// Whether the format's library is loaded on demand instead of linked.
  package var hasLibraryToLoad: Bool { type.library != nil }

  /// Loads the library that decodes and encodes the format, if it has one that isn't loaded yet.
  ///
  /// - Throws: ``CodecError/noLibrary(_:library:why:)``.
  package func loadLibrary() throws(CodecError) { try type.library?.load(for: self) }

  /// Names of the libraries that ``libraryVersions`` can name, without versions. Loads none of them.
  package var libraryNames: [String] {
    type.library?.names
      ?? type.libraryVersions.split(separator: ", ").map { library in String(library.prefix { $0 != " " }) }
  }

  /// The libraries that decode and encode the format, with versions, because other versions may produce other pixels or
  /// other bytes. Loads them if necessary. Empty if they can't be loaded.
  package var libraryVersions: [String] {
    Self.knownVersions.withLock { known in
      if let versions = known[self] { return versions }
      guard (try? loadLibrary()) != nil else { return [] }
      let versions = type.libraryVersions.split(separator: ", ").map(String.init)
      known[self] = versions
      return versions
    }
  }

  /// Libraries are asked once: composing and splitting the text took a twentieth of a run that found nothing to do.
  private static let knownVersions = Mutex<[ImageFileFormat: [String]]>([:])
}
