import Rendering

/// The characters of captions that are missing in the font.
struct CaptionLetters {
  /// The character printed in place of each missing character.
  private static let placeholder: Character = "?"
  /// Maximum number of characters listed in a warning.
  private static let named = 30

  private var letters: [Unicode.Scalar] = []
  /// Number of captions with missing characters, and the path of the first picture concerned.
  private var captions: (count: Int, example: String) = (0, "")
  private var lastPath: String?
  /// The first failure that has another reason than missing characters.
  private var failure: (path: String, failure: PhotoFailure)?

  /// Adds a failure that has another reason than missing characters.
  mutating func add(_ failure: PhotoFailure, of path: String) {
    if self.failure == nil { self.failure = (path, failure) }
  }

  /// Returns a caption with its missing characters replaced, or nil if the failure has another reason.
  mutating func replacing(_ failure: PhotoFailure, in caption: String, of path: String) -> String? {
    guard failure.reason == "missing-glyph", case .list(let values)? = failure.details["characters"] else {
      add(failure, of: path)
      return nil
    }
    let unknown = values.compactMap { value -> Unicode.Scalar? in
      guard case .text(let text) = value, text.hasPrefix("U+") else { return nil }
      return UInt32(text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    letters += unknown.filter { !letters.contains($0) }
    if lastPath != path { captions = (captions.count + 1, captions.count == 0 ? path : captions.example) }
    lastPath = path
    let scalars = caption.unicodeScalars.map { unknown.contains($0) ? String(Self.placeholder) : String($0) }
    return scalars.joined()
  }

  /// Warnings about the captions.
  var warnings: [Warning] {
    var warnings: [Warning] = []
    if !letters.isEmpty {
      let shown = letters.prefix(Self.named).map { letter in
        let code = String(letter.value, radix: 16, uppercase: true)
        return "\(letter) (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code))"
      }
      let more = letters.count > shown.count ? " and \(letters.count - shown.count) more letters" : ""
      let others = captions.count > 1 ? " and \(captions.count - 1) more" : ""
      warnings.append(
        Warning(
          "the caption font has no glyph for \(shown.joined(separator: ", "))\(more); \(Self.placeholder) is printed instead "
            + "under \(captions.example)\(others)"))
    }
    if let failure {
      warnings.append(Warning("\(failure.path) and perhaps others have no caption: \(failure.failure.message)"))
    }
    return warnings
  }
}
