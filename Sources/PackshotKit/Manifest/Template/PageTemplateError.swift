import Errors
import Parameters
import Text

/// A mistake in a template for pages, with its position.
public struct PageTemplateError: DescribedError, Hashable {
  /// Path of the template's file as given.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in that line, from 1, counted in characters.
  public let column: Int
  /// The kind of mistake.
  public let fault: Fault

  init(file: String, line: Int, column: Int, _ fault: Fault) {
    (self.file, self.line, self.column, self.fault) = (file, line, column, fault)
  }

  init(file: String, at place: (line: Int, column: Int), _ fault: Fault) {
    self.init(file: file, line: place.line, column: place.column, fault)
  }

  /// The kinds of mistakes.
  public enum Fault: DescribedError, Hashable {
    /// A tag without its closing braces on the same line.
    case openTag(close: String)
    /// A tag with something other than a name.
    case badName(found: String)
    /// A name that isn't a field of a manifest at this place.
    case unknownField(name: String, nearest: String?, known: [String])
    /// A function that can't be applied to the field.
    case unknownFunction(name: String, of: String?, known: [String])
    /// A function about an item's position, outside of a repeated list.
    case noPosition(function: String)
    /// A list in a tag that inserts a text.
    case listAsText(name: String)
    /// A section that is never closed.
    case openSection(name: String)
    /// The end of a section that isn't open.
    case strayEnd(name: String)
    /// The end of another section than the innermost, which begins in `line`.
    case wrongEnd(name: String, expected: String, line: Int)
    /// Sections nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A kind of tag that templates can't have.
    case unsupportedTag(tag: String)
    /// A pragma other than the content type.
    case unknownPragma(found: String)
    /// A line that isn't UTF-8.
    case notUTF8
    /// Mustache refuses the template.
    case unusable(why: String)
  }
}

extension PageTemplateError {
  /// The mistake's description, with its position.
  public var descriptor: ErrorDescriptor {
    let fault = ErrorDescriptor(fault)
    return fault.with(message: "\(file):\(line):\(column): \(fault.message)")
      .with(["file": file, "line": line, "column": column])
  }
}

extension PageTemplateError.Fault {
  public var descriptor: ErrorDescriptor {
    switch self {
    case .openTag(let close):
      .init(.option, "the tag that begins here isn't closed; end it on the same line with \(close)")
    case .badName(let found):
      .init(
        .option,
        "this tag has \(found.isEmpty ? "no name" : "“\(found.excerpt)”"); give it the name of a field, such as {{name}}"
      )
    case .unknownField(let name, let nearest, let known):
      .init(
        .option,
        "there is no field `\(name.excerpt)`\(Spelling.suggestion(nearest)); the fields here are \(Spelling.list(known, "and"))"
      )
    case .unknownFunction(let name, let field, let known):
      .init(
        .option,
        "the function `\(name.excerpt)` can't be applied to \(field.map { "`\($0.excerpt)`" } ?? "the position in a list")"
          + (known.isEmpty ? "" : "; possible are \(Spelling.list(known, "and"))"))
    case .noPosition(let function):
      .init(.option, "`\(function)()` is about an item of a list; use it directly in the list's section")
    case .listAsText(let name):
      .init(.option, "`\(name.excerpt)` is a list; repeat its items with {{#\(name.excerpt)}}…{{/\(name.excerpt)}}")
    case .openSection(let name):
      .init(.option, "the section {{#\(name.excerpt)}} is never closed; add {{/\(name.excerpt)}}")
    case .strayEnd(let name): .init(.option, "{{/\(name.excerpt)}} closes no section; remove it")
    case .wrongEnd(let name, let expected, let line):
      .init(
        .option,
        "{{/\(name.excerpt)}} is inside of the section {{#\(expected.excerpt)}} of line \(line); close that one first")
    case .tooDeep(let limit): .init(.option, "sections are nested more than \(limit) levels deep")
    case .unsupportedTag(let tag):
      .init(
        .option, "tags that begin with \(tag) aren't supported, because a template is a single file; write out the text"
      )
    case .unknownPragma(let found):
      .init(.option, "the pragma “\(found.excerpt)” is unknown; use CONTENT_TYPE: HTML or CONTENT_TYPE: TEXT")
    case .notUTF8: .init(.option, "this line is not UTF-8; save the file as UTF-8")
    case .unusable(let why): .init(.option, "the template can't be used: \(why)")
    }
  }
}
