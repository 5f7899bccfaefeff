import CLibraries

/// The text layout libraries, loaded before the first text is drawn. A process that enters the sandbox must load them
/// before, because no file can be opened there.
package enum TypesettingLibraries {
  /// The names that can appear in ``versions``.
  public static let names = ["HarfBuzz", "FriBidi"]

  /// Loads the libraries that aren't loaded yet.
  public static func load() throws(FontError) {
    if let reason = packshot_harfbuzz_load() {
      throw .noTypesettingLibrary(library: "HarfBuzz", why: String(cString: reason))
    }
    if let reason = packshot_fribidi_load() {
      throw .noTypesettingLibrary(library: "FriBidi", why: String(cString: reason))
    }
  }

  /// The libraries with their versions, because other versions may set texts differently. Loads them if necessary.
  /// Empty if they can't be loaded.
  public static var versions: [String] {
    if (try? load()) == nil { return [] }
    var version = [CChar](repeating: 0, count: 32)
    packshot_fribidi_version(&version, version.count)
    let number = version.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return [
      "HarfBuzz \(String(cString: packshot_harfbuzz_version()))", "FriBidi \(String(decoding: number, as: UTF8.self))",
    ]
  }
}
