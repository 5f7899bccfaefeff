import Text

/// Fields in texts: names in braces, such as `{price}`, which are replaced by values of the photo's product.
/// `{price:2}` is a number with two decimal places, and `{price|on request}` has a text for products without a price.
extension Text {
  /// Literal text, or a field.
  enum Part: Equatable {
    case words(String)
    case field(TemplateField)
  }

  /// Parses a text. Returns nil if braces don't match or are empty.
  static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { "{}".contains($0) }) {
      guard rest[open] == "{" else { return nil }
      parts.append(.words(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      guard let field = TemplateField(reading: &rest), !field.name.isEmpty else { return nil }
      parts.append(.field(field))
    }
    return parts + [.words(String(rest))]
  }

  /// The names of the fields, in order. Empty if they have been filled in.
  public var fields: [String] { fieldUses.map(\.name) }

  /// The fields as they are written, in order. Empty if they have been filled in.
  package var fieldUses: [TemplateField] {
    if isFilled { return [] }
    return (Self.parts(of: text) ?? []).compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// Returns the text for one photo.
  ///
  /// - Parameters:
  ///   - values: Values for ``fields``.
  ///   - unknown: Returns the text for a field without a value and without a text of its own for that.
  /// - Throws: If a field with decimal places isn't a number, or a number stands beside the sign of another currency.
  package func filled(
    with values: [String: ProductValue], unknown: (String) -> String = { _ in "" }
  ) throws(FilterError) -> Text {
    guard !fields.isEmpty, let parts = Self.parts(of: text) else { return self }
    var filled = self
    filled.text = ""
    for (index, part) in parts.enumerated() {
      switch part {
      case .words(let words): filled.text += words
      case .field(let field):
        let (name, decimals) = (field.name, field.decimals)
        guard let value = values[name], field.fallback == nil || !value.text.isEmpty else {
          filled.text += field.fallback ?? unknown(name)
          continue
        }
        let neighbour = Self.currency(beside: index, in: parts)
        if let neighbour, let own = value.currency, Set(own.codes).isDisjoint(with: neighbour.codes) {
          throw .unsuitableParameter(
            parameter: "text",
            why:
              "`text` has \(neighbour.text) beside {\(name)}, which is “\(value.text)”; leave \(neighbour.text) out, or give "
              + "the price in that currency")
        }
        do throws(NumberError) {
          filled.text += try value.drawnText(decimals: decimals, locale: locale, currency: neighbour == nil)
        } catch {
          throw .unsuitableParameter(
            parameter: "text",
            why: "`text` needs a number for {\(name):\(decimals ?? 0)}, which is “\(value.text)”; \(error.message)")
        }
      }
    }
    filled.isFilled = true
    return filled
  }

  /// Returns the currency that the text contains before or after a field.
  private static func currency(beside index: Int, in parts: [Part]) -> WrittenCurrency? {
    if index + 1 < parts.count, case .words(let words) = parts[index + 1],
      let currency = Currency.written(atStartOf: words.drop { $0.isWhitespace })
    {
      return currency
    }
    guard index > 0, case .words(let words) = parts[index - 1],
      let end = words.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return Currency.written(atEndOf: words[...end])
  }
}
