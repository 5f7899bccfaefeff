import Files
import Filters
import Text

extension OutputTemplate {
  /// Returns the file's path relative to the output folder.
  ///
  /// If a value is empty, one separator (`-`, `_`, `.` or a space) is removed with it: the one before it, or at the
  /// start of a name the one after it, unless that is the dot of an extension. So `{stem}-{view}.jpg` is `mug.jpg` for
  /// a photo without a view. Empty folders are removed. The same applies to an empty text for a missing value.
  ///
  /// - Throws: ``Refusal`` if a value would lead out of the output folder, or if the remaining name is empty or starts
  ///   with a dot.
  ///
  /// - Parameters:
  ///   - attributes: Known attributes of the photo's product. A missing one is an error, unless the template has a text
  ///     for it, as in `{mood|sand}`.
  ///   - value: Returns the value of a field.
  package func path(attributes: [String: ProductValue] = [:], _ value: (Field) -> String) throws(Refusal) -> String {
    var path = ""
    var empty: [String] = []
    /// Positions in `path` of names whose first field is empty.
    var emptyStarts: [Int] = []
    var owesSeparator = false
    func append(_ text: String, of field: String) {
      path += text
      if !text.isEmpty {
        owesSeparator = false
      } else {
        empty.append(field)
        owesSeparator = path.isAtNameStart
        if owesSeparator { emptyStarts.append(path.utf8.count) } else { path.dropLastSeparator() }
      }
    }
    for part in parts {
      switch part {
      case .literal(let text):
        path += owesSeparator ? text.droppingFirstSeparator : text[...]
        owesSeparator = false
      case .attribute(let field):
        append(try text(of: field, attributes), of: field.name)
      case .field(let field, let fallback):
        let found = value(field)
        append(found.isEmpty ? fallback ?? "" : found, of: field.rawValue)
      }
    }
    if !empty.isEmpty, path.isAtNameStart || emptyStarts.contains(where: { path.hasDot(at: $0) }) {
      throw .emptyName(
        role: role, file: text, name: path.isAtNameStart ? nil : path.pathNames.last.map(String.init),
        empty: Set(empty).sorted())
    }
    if path.isPlainPath, !path.isFromRoot, !path.utf8.contains(0) { return path }
    let components = path.pathNames.filter { $0 != "." }
    if components.isEmpty || components.contains("..") || path.utf8.contains(0) {
      throw .nameOutside(role: role, file: text)
    }
    return components.joined(separator: "/")
  }

  private func text(of field: TemplateField, _ attributes: [String: ProductValue]) throws(Refusal) -> String {
    guard let value = attributes[field.name], !value.text.isEmpty else {
      if let fallback = field.fallback { return fallback }
      throw .unknownNameValue(role: role, file: text, field: field.name)
    }
    do throws(NumberError) { return try value.nameText(decimals: field.decimals) } catch {
      throw .notANumber(role: role, file: text, field: field.name, value: value.text, error)
    }
  }
}

extension String {
  private static let separators = Set("-_. ".utf8)

  /// Whether a name starts at the end of this text.
  fileprivate var isAtNameStart: Bool { isEmpty || hasTrailingSlash }

  fileprivate func hasDot(at place: Int) -> Bool {
    utf8.dropFirst(place).first == UInt8(ascii: ".")
  }

  /// The text without its first character if that is a separator. A dot is kept, because it starts an extension.
  fileprivate var droppingFirstSeparator: Substring {
    guard let first = utf8.first, first != UInt8(ascii: "."), Self.separators.contains(first) else { return self[...] }
    return self[utf8.index(after: utf8.startIndex)...]
  }

  /// Removes the separator at the end of the text, unless a name starts with it.
  fileprivate mutating func dropLastSeparator() {
    guard let last = utf8.last, Self.separators.contains(last) else { return }
    let rest = self[..<utf8.index(before: utf8.endIndex)]
    if !rest.isEmpty, !rest.hasTrailingSlash { self = String(rest) }
  }
}
