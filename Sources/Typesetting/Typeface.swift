/// Fonts that are tried one after the other, for each part of a text, and the language that texts in them are in.
package struct Typeface: Sendable {
  public let fonts: [Font]
  /// As BCP 47 has it, such as "de"; nil where it is not said.
  public let language: String?

  /// - Parameter fonts: At least one; the first sets the height of lines.
  public init(_ fonts: [Font], language: String? = nil) {
    precondition(!fonts.isEmpty)
    (self.fonts, self.language) = (fonts, language)
  }
}
