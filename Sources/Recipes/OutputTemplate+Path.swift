import Files
import Filters
import Text

extension OutputTemplate {
  /// The file's path below the output folder, for the fields' values.
  ///
  /// An empty value takes one separator (`-`, `_`, `.` or a space) with it: the one before it, or at the beginning of a name
  /// the one behind it, unless that is the dot of an extension. So `{stem}-{view}.jpg` is `mug.jpg` for a photo without a
  /// view. Empty folders collapse.
  ///
  /// - Throws: ``Refusal`` if there is no such file: a value would lead out of the output folder, or so much is empty that the
  ///   file would have no name, or one that hides it.
  ///
  /// - Parameters:
  ///   - attributes: What is known of the photo's product. One that is missing is an error, not empty.
  ///   - value: What stands for a field.
  package func path(attributes: [String: ProductValue] = [:], _ value: (Field) -> String) throws(Refusal) -> String {
    var path = ""
    var empty: [Field] = []
    /// Where names begin whose first field is empty.
    var emptyStarts: [Int] = []
    var owesSeparator = false
    for part in parts {
      switch part {
      case .literal(let text):
        path += owesSeparator ? text.droppingFirstSeparator : text[...]
        owesSeparator = false
      case .attribute(let name, let decimals):
        guard let value = attributes[name], !value.text.isEmpty else {
          throw .unknownNameValue(role: role, file: self.text, field: name)
        }
        do throws(NumberError) { path += try value.nameText(decimals: decimals) } catch {
          throw .notANumber(role: role, file: self.text, field: name, value: value.text, error)
        }
        owesSeparator = false
      case .field(let field):
        let text = value(field)
        path += text
        if !text.isEmpty {
          owesSeparator = false
        } else {
          empty.append(field)
          owesSeparator = path.isAtNameStart
          if owesSeparator { emptyStarts.append(path.utf8.count) } else { path.dropLastSeparator() }
        }
      }
    }
    if !empty.isEmpty, path.isAtNameStart || emptyStarts.contains(where: { path.hasDot(at: $0) }) {
      throw .emptyName(
        role: role, file: text, name: path.isAtNameStart ? nil : path.pathNames.last.map(String.init),
        empty: Set(empty).map(\.rawValue).sorted())
    }
    if path.isPlainPath, !path.isFromRoot, !path.utf8.contains(0) { return path }
    let components = path.pathNames.filter { $0 != "." }
    if components.isEmpty || components.contains("..") || path.utf8.contains(0) {
      throw .nameOutside(role: role, file: text)
    }
    return components.joined(separator: "/")
  }
}

extension String {
  private static let separators = Set("-_. ".utf8)

  /// Whether what comes next begins a name.
  fileprivate var isAtNameStart: Bool { isEmpty || hasTrailingSlash }

  fileprivate func hasDot(at place: Int) -> Bool {
    utf8.dropFirst(place).first == UInt8(ascii: ".")
  }

  /// The text without a separator that it begins with. A dot begins an extension, and stays.
  fileprivate var droppingFirstSeparator: Substring {
    guard let first = utf8.first, first != UInt8(ascii: "."), Self.separators.contains(first) else { return self[...] }
    return self[utf8.index(after: utf8.startIndex)...]
  }

  /// Takes away the separator that the text ends with, unless a name begins with it.
  fileprivate mutating func dropLastSeparator() {
    guard let last = utf8.last, Self.separators.contains(last) else { return }
    let rest = self[..<utf8.index(before: utf8.endIndex)]
    if !rest.isEmpty, !rest.hasTrailingSlash { self = String(rest) }
  }
}
