import CLibraries

/// The libraries that texts are set with. They are loaded when the first text is there, and before a process enters the sandbox,
/// where no file can be opened.
package enum TypesettingLibraries {
  /// What ``versions`` may name.
  public static let names = ["HarfBuzz", "FriBidi"]

  /// Loads them, unless that has been done.
  public static func load() throws(FontError) {
    if let reason = packshot_harfbuzz_load() {
      throw .noTypesettingLibrary(library: "HarfBuzz", why: String(cString: reason))
    }
    if let reason = packshot_fribidi_load() {
      throw .noTypesettingLibrary(library: "FriBidi", why: String(cString: reason))
    }
  }

  /// Each with its version: other ones may set texts otherwise. They are loaded for that; where that cannot be done, there are none.
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
