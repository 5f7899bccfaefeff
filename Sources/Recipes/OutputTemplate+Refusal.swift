import Errors
import Parameters
public import Text

extension OutputTemplate {
  package typealias Refusal = TemplateRefusal
}

/// Why a template is none, or gives no name for a photo.
public enum TemplateRefusal: DescribedError, Equatable {
  /// A brace that nothing closes.
  case openBrace(file: String)
  /// There is no field of this name.
  case unknownNameField(String, nearest: String?, known: [String])
  /// It would lead out of the output folder.
  case nameLeadsOut(file: String)
  /// Its folder would depend on the photo.
  case nameLeadsElsewhere(file: String)
  /// It names no file; the example does.
  case noFileName(String, example: String)
  /// A source's name has a size in it, which is an output's.
  case sizeOfOutput(field: String)
  /// A field that nothing fills, as the recipe has no pattern.
  case alwaysEmptyField(field: String)
  /// The view, which the recipe's pattern does not find.
  case viewWithoutGroup
  /// Of a photo: its product lacks this. The role is what is named: an output or a picture.
  case unknownNameValue(role: String, file: String, field: String)
  /// Of a photo: its name needs a number, and its product has a value that can't be read as one.
  case notANumber(role: String, file: String, field: String, value: String, NumberError)
  /// Of a photo: so much is empty that nothing is left, or a name that hides the file.
  case emptyName(role: String, file: String, name: String?, empty: [String])
  /// Of a photo: what is filled in leads elsewhere.
  case nameOutside(role: String, file: String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .openBrace(let file): .init(.recipe, "`file` is \"\(file)\": the brace `{` is not closed")
    case .unknownNameField(let name, let nearest, let known):
      .init(
        .recipe,
        "`file` has an unknown field `{\(name)}`\(Spelling.suggestion(nearest.map { "{\($0)}" })); the fields are "
          + known.map { "{\($0)}" }.joined(separator: " "), ["field": name])
    case .nameLeadsOut(let file):
      .init(
        .recipe,
        "`file` is \"\(file)\"; it must stay inside the output folder, so it cannot begin with `/` or contain `..`")
    case .nameLeadsElsewhere(let file):
      .init(
        .recipe,
        "`file` is \"\(file)\"; `..` cannot stand behind a field, as it would lead to another folder for each photo")
    case .noFileName(let file, let example):
      .init(.recipe, "`file` is \"\(file)\"; it must name a file, such as \"\(example)\"", ["file": file])
    case .sizeOfOutput(let field):
      .init(.recipe, "`file` uses `{\(field)}`, which is an output's size; a source is the same for all outputs")
    case .alwaysEmptyField(let field):
      .init(
        .recipe,
        "`file` uses `{\(field)}`, which is always empty, because the recipe has no `catalog`; use {stem}, or add a "
          + "pattern that finds it in a photo's path, such as `catalog: { sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?' }`"
      )
    case .viewWithoutGroup:
      .init(
        .recipe,
        "`file` uses `{view}`, which is always empty, because the `sku` pattern of `catalog` has no group named view; "
          + "add one, such as (?<view>\\w+), or remove {view}", ["field": "view"])
    case .unknownNameValue(let role, let file, let field):
      .init(.recipe, "the \(role) \"\(file)\" uses {\(field)}, which is not known of this photo's product")
    case .notANumber(let role, let file, let field, let value, let error):
      .init(
        .recipe, "the \(role) \"\(file)\" uses {\(field)} as a number, which is “\(value)”; \(error.message)",
        reason: error.reason)
    case .emptyName(let role, let file, let name, let empty):
      .init(
        .recipe,
        "the \(role) \"\(file)\" of this photo would be \(name.map { "named \"\($0)\"" } ?? "without a name"), because "
          + empty.map { "{\($0)}" }.joined(separator: " and ") + " is empty", remedy: .nameByStemOrLeaveOut)
    case .nameOutside(let role, let file):
      .init(
        .recipe,
        "the \(role) \"\(file)\" of this photo would be outside \(role == "output" ? "the output folder" : "its folder"), or "
          + "have no name")
    }
  }
}
