/// Fonts that are tried in order for each part of a text, with the language of the text.
package struct Typeface: Sendable {
  public let fonts: [Font]
  /// A BCP 47 language tag, such as "de"; nil if unknown.
  public let language: String?

  /// - Parameter fonts: At least one font. The first sets the line height.
  public init(_ fonts: [Font], language: String? = nil) {
    precondition(!fonts.isEmpty)
    (self.fonts, self.language) = (fonts, language)
  }
}
