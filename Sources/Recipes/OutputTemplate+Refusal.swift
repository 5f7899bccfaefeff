import Errors
import Parameters
public import Text

extension OutputTemplate {
  package typealias Refusal = TemplateRefusal
}

/// The reason why a template isn't valid, or gives no name for a photo.
public enum TemplateRefusal: DescribedError, Equatable {
  /// A brace isn't closed.
  case openBrace(file: String)
  /// There is no field with this name.
  case unknownNameField(String, nearest: String?, known: [String])
  /// The name would lead out of the output folder.
  case nameLeadsOut(file: String)
  /// `..` follows a field, so it would lead to a different folder for each photo.
  case nameLeadsElsewhere(file: String)
  /// The template has no file name. The example has one.
  case noFileName(String, example: String)
  /// The path of a per-photo image contains a field that only outputs have.
  case fieldOfOutput(field: String)
  /// A folder's name contains the output's hash.
  case hashInFolder(file: String)
  /// The hash, which is never empty, has a text for an empty value.
  case hashWithFallback(file: String)
  /// A field is always empty, because the recipe has no `sku` pattern.
  case alwaysEmptyField(field: String)
  /// The view is always empty, because the recipe's pattern has no group for it.
  case viewWithoutGroup
  /// The photo's product lacks this attribute. `role` is the kind of file with this name: an output or a picture.
  case unknownNameValue(role: String, file: String, field: String)
  /// The name needs a number, and the photo's product has a value that isn't one.
  case notANumber(role: String, file: String, field: String, value: String, NumberError)
  /// So many values are empty that the name is empty too, or starts with a dot.
  case emptyName(role: String, file: String, name: String?, empty: [String])
  /// The value of a field leads out of the folder.
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
        "`file` is \"\(file)\"; `..` cannot follow a field, because it would lead to another folder for each photo")
    case .noFileName(let file, let example):
      .init(.recipe, "`file` is \"\(file)\"; it must name a file, such as \"\(example)\"", ["file": file])
    case .fieldOfOutput(let field):
      .init(
        .recipe,
        "`file` uses `{\(field)}`, which differs between outputs, but a source is the same for all outputs; remove the field"
      )
    case .hashInFolder(let file):
      .init(
        .recipe,
        "`file` is \"\(file)\"; `{hash}` can be in a file's name, but not in a folder's; write it after the last `/`")
    case .hashWithFallback(let file):
      .init(.recipe, "`file` is \"\(file)\"; `{hash}` always has a value, so it takes no other text; write `{hash}`")
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
      .init(.recipe, "the \(role) \"\(file)\" uses {\(field)}, but this photo's product does not have it")
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
