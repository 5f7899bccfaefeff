import Parameters

/// The tags of a Mustache template, which are checked before it is rendered: Mustache itself renders an unknown name as
/// nothing.
struct TemplateTags {
  private let text: String
  private let file: String

  /// Maximum depth of sections.
  private static let maxDepth = 32

  init(_ text: String, file: String) { (self.text, self.file) = (text, file) }

  /// A section that is open at some place.
  private struct Section {
    /// The name in its tag, with functions.
    let name: String
    let start: String.Index
    /// The fields of the object that it is about, if it changes the object.
    let fields: TemplateFields?
    /// Whether the innermost object is an item of a repeated list, whose position is known.
    let isRepeated: Bool
  }

  /// Throws the first mistake.
  ///
  /// - Parameter page: The fields outside all sections.
  func check(against page: TemplateFields) throws(PageTemplateError) {
    var sections: [Section] = []
    var place = text.startIndex
    while let tag = try nextTag(from: &place) {
      switch tag.mark {
      case "!": break
      case "%":
        guard ["HTML", "TEXT"].map({ "CONTENT_TYPE:" + $0 }).contains(tag.content.filter { !$0.isWhitespace }) else {
          throw error(.unknownPragma(found: tag.content), at: tag)
        }
      case ">", "<", "$", "=":
        throw error(.unsupportedTag(tag: "{{\(tag.mark!)"), at: tag)
      case "/":
        guard let section = sections.popLast() else { throw error(.strayEnd(name: tag.content), at: tag) }
        if section.name != tag.content {
          throw error(
            .wrongEnd(name: tag.content, expected: section.name, line: position(of: section.start).line), at: tag)
        }
      default:
        let kind = try kind(of: tag, in: page, sections)
        guard tag.mark == "#" || tag.mark == "^" else {
          switch kind {
          case .list, .item: throw error(.listAsText(name: tag.content), at: tag)
          case .text, .number, .boolean: continue
          }
        }
        if sections.count == Self.maxDepth { throw error(.tooDeep(limit: Self.maxDepth), at: tag) }
        let outer = sections.last?.isRepeated ?? false
        let (fields, isRepeated): (TemplateFields?, Bool) =
          switch kind {
          case .list(let fields) where tag.mark == "#": (fields, true)
          case .item(let fields) where tag.mark == "#": (fields, false)
          case .text where tag.mark == "#", .number where tag.mark == "#": (nil, false)
          default: (nil, outer)
          }
        sections.append(Section(name: tag.content, start: tag.start, fields: fields, isRepeated: isRepeated))
      }
    }
    if let open = sections.last {
      throw PageTemplateError(file: file, at: position(of: open.start), .openSection(name: open.name))
    }
  }

  // MARK: Names

  /// Returns what a tag's name stands for, such as `name`, `count(pictures)` or `last()`.
  private func kind(
    of tag: Tag, in page: TemplateFields, _ sections: [Section]
  ) throws(PageTemplateError) -> TemplateFields.Kind {
    var functions = tag.content.split(separator: "(", omittingEmptySubsequences: false).map(String.init)
    let depth = functions.count - 1
    var name = functions.removeLast()
    guard name.hasSuffix(String(repeating: ")", count: depth)) else {
      throw error(.badName(found: tag.content), at: tag)
    }
    name.removeLast(depth)
    guard (functions + [name]).allSatisfy({ $0.allSatisfy(Self.isOfName) }), !functions.contains("") else {
      throw error(.badName(found: tag.content), at: tag)
    }

    var kind: TemplateFields.Kind
    if name.isEmpty {
      guard let function = functions.popLast() else { throw error(.badName(found: tag.content), at: tag) }
      guard let position = TemplateFields.Kind.ofPosition(function) else {
        throw error(.unknownFunction(name: function, of: nil, known: TemplateFields.Kind.functionsOfPosition), at: tag)
      }
      guard sections.last?.isRepeated == true else { throw error(.noPosition(function: function), at: tag) }
      kind = position
    } else {
      let visible = [page] + sections.compactMap(\.fields)
      guard let found = visible.reversed().lazy.compactMap({ $0[name] }).first else {
        let names = visible.reversed().flatMap(\.names)
        throw error(.unknownField(name: name, nearest: Spelling.nearest(to: name, among: names), known: names), at: tag)
      }
      kind = found
    }
    for function in functions.reversed() {
      guard let result = kind.applying(function) else {
        throw error(.unknownFunction(name: function, of: name, known: kind.functions), at: tag)
      }
      kind = result
    }
    return kind
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
  }

  // MARK: Tags

  private struct Tag {
    /// Where its braces begin.
    let start: String.Index
    /// The character after the braces, if it isn't part of a name.
    let mark: Character?
    /// The name, or the rest of another tag, without spaces at its ends.
    let content: String
  }

  /// Returns the next tag, and moves `place` behind it. Returns nil after the last tag.
  ///
  /// Braces are found as Mustache finds them, by characters: a brace with a combining accent is another character.
  private func nextTag(from place: inout String.Index) throws(PageTemplateError) -> Tag? {
    while let start = text[place...].firstIndex(of: "{") {
      place = text.index(after: start)
      guard place < text.endIndex, text[place] == "{" else { continue }
      place = text.index(after: place)
      let mark = text[place...].first.flatMap { "#^/!{&><$=%".contains($0) ? $0 : nil }
      if mark != nil { place = text.index(after: place) }
      let close = mark == "{" ? "}}}" : "}}"
      let begin = place
      // Only comments can have several lines.
      while place < text.endIndex, !text[place...].starts(with: close), mark == "!" || !text[place].isNewline {
        place = text.index(after: place)
      }
      guard text[place...].starts(with: close) else {
        throw PageTemplateError(file: file, at: position(of: start), .openTag(close: close))
      }
      let content = text[begin..<place].trimmingSpaces
      place = text.index(place, offsetBy: close.count)
      return Tag(start: start, mark: mark, content: content)
    }
    return nil
  }

  private func error(_ fault: PageTemplateError.Fault, at tag: Tag) -> PageTemplateError {
    PageTemplateError(file: file, at: position(of: tag.start), fault)
  }

  private func position(of place: String.Index) -> (line: Int, column: Int) {
    let before = text[..<place]
    let lineStart = before.lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
    return (before.count(where: \.isNewline) + 1, text.distance(from: lineStart, to: place) + 1)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)])
  }
}
