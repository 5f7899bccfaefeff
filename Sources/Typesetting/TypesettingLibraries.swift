import CFriBidi
import CHarfBuzz

/// The libraries that texts are set with. They are loaded when the first text is there, and before a process enters the sandbox,
/// where no file can be opened.
package enum TypesettingLibraries {
  /// What ``versions`` may name.
  public static let names = ["HarfBuzz", "FriBidi"]

  /// Loads them, unless that has been done.
  public static func load() throws(FontError) {
    if let reason = packshot_harfbuzz_load() { throw .noLibrary("HarfBuzz", reason: String(cString: reason)) }
    if let reason = packshot_fribidi_load() { throw .noLibrary("FriBidi", reason: String(cString: reason)) }
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

/// What can be wrong with a font, or with a text that is set in it.
public enum FontError: Error, Equatable {
  /// A library cannot be loaded.
  case noLibrary(String, reason: String)
  /// A file is no font that texts can be set in; `reason` is a part of a sentence.
  case unusable(reason: String)
  /// No font of the list has a glyph for these characters, which belong together.
  case missingGlyph([Unicode.Scalar], fonts: [String])
  /// There is not enough memory.
  case outOfMemory

  /// What was found, and what to do.
  public var message: String {
    switch self {
    case .noLibrary(let name, let reason):
      return "texts are set with \(name), which cannot be loaded: \(reason); install it, or run scripts/setup"
    case .unusable(let reason): return reason
    case .missingGlyph(let characters, let fonts):
      let codes = characters.map { "U+" + String(repeating: "0", count: max(0, 4 - $0.hex.count)) + $0.hex }
      let shown = characters.allSatisfy { $0.value > 0x20 } ? " (\(String(String.UnicodeScalarView(characters))))" : ""
      let those = fonts.count == 1 ? "\(fonts[0]) has" : "none of \(fonts.joined(separator: ", ")) has"
      return "\(those) \(fonts.count == 1 ? "no" : "a") glyph for \(codes.joined(separator: " "))\(shown); "
        + "add a font that has it to the `files` of the text's font, or leave the character out"
    case .outOfMemory: return "the text takes more memory than there is"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var hex: String { String(value, radix: 16, uppercase: true) }
}
