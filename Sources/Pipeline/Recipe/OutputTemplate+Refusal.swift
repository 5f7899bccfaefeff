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
  case unknownField(String, nearest: String?, known: [String])
  /// It would lead out of the output folder.
  case leadsOut(file: String)
  /// Its folder would depend on the photo.
  case leadsElsewhere(file: String)
  /// It names no file; the example does.
  case noFile(String, example: String)
  /// A source's name has a size in it, which is an output's.
  case sizeOfOutput(field: String)
  /// A field that nothing fills, as the recipe has no pattern.
  case alwaysEmpty(field: String)
  /// The view, which the recipe's pattern does not find.
  case viewWithoutGroup
  /// Of a photo: its product lacks this. The role is what is named: an output or a picture.
  case unknownValue(role: String, file: String, field: String)
  /// Of a photo: its name needs a number, and its product has a value that can't be read as one.
  case notANumber(role: String, file: String, field: String, value: String, NumberError)
  /// Of a photo: so much is empty that nothing is left, or a name that hides the file.
  case noName(role: String, file: String, name: String?, empty: [String])
  /// Of a photo: what is filled in leads elsewhere.
  case outside(role: String, file: String)
}

extension TemplateRefusal {
  /// It is the recipe's.
  public var code: ErrorCode { .recipe }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .openBrace: "open-brace"
    case .unknownField: "unknown-name-field"
    case .leadsOut: "name-leads-out"
    case .leadsElsewhere: "name-leads-elsewhere"
    case .noFile: "no-file-name"
    case .sizeOfOutput: "size-of-output"
    case .alwaysEmpty: "always-empty-field"
    case .viewWithoutGroup: "view-without-group"
    case .unknownValue: "unknown-name-value"
    case .notANumber(_, _, _, _, let error): error.reason
    case .noName: "empty-name"
    case .outside: "name-outside"
    }
  }

  /// The name and the fields.
  public var facts: Facts {
    switch self {
    case .openBrace(let file), .leadsOut(let file), .leadsElsewhere(let file), .noFile(let file, _):
      ["file": .text(file)]
    case .unknownField(let name, let nearest, let known):
      ["field": .text(name), "nearest": nearest.map(FactValue.text), "known": .texts(known)]
    case .sizeOfOutput(let field), .alwaysEmpty(let field): ["field": .text(field)]
    case .viewWithoutGroup: ["field": "view"]
    case .unknownValue(_, let file, let field): ["file": .text(file), "field": .text(field)]
    case .notANumber(_, let file, let field, let value, _):
      ["file": .text(file), "field": .text(field), "value": .text(value)]
    case .noName(_, let file, let name, let empty):
      ["file": .text(file), "name": name.map(FactValue.text), "empty": .texts(empty)]
    case .outside(_, let file): ["file": .text(file)]
    }
  }

  /// What can be done about a photo that gives no name.
  public var remedy: (any Remedy)? {
    if case .noName = self { RecipeRemedy.nameByStemOrLeaveOut } else { nil }
  }

  /// What is wrong, and what is allowed.
  public var message: String {
    switch self {
    case .openBrace(let file): "`file` is \"\(file)\": the brace `{` is not closed"
    case .unknownField(let name, let nearest, let known):
      "`file` has an unknown field `{\(name)}`\(Spelling.suggestion(nearest.map { "{\($0)}" })); the fields are "
        + known.map { "{\($0)}" }.joined(separator: " ")
    case .leadsOut(let file):
      "`file` is \"\(file)\"; it must stay inside the output folder, so it cannot begin with `/` or contain `..`"
    case .leadsElsewhere(let file):
      "`file` is \"\(file)\"; `..` cannot stand behind a field, as it would lead to another folder for each photo"
    case .noFile(let file, let example): "`file` is \"\(file)\"; it must name a file, such as \"\(example)\""
    case .sizeOfOutput(let field):
      "`file` uses `{\(field)}`, which is an output's size; a source is the same for all outputs"
    case .alwaysEmpty(let field):
      "`file` uses `{\(field)}`, which is always empty, because the recipe has no `catalog`; use {stem}, or add a "
        + "pattern that finds it in a photo's path, such as `catalog: { sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?' }`"
    case .viewWithoutGroup:
      "`file` uses `{view}`, which is always empty, because the `sku` pattern of `catalog` has no group named view; "
        + "add one, such as (?<view>\\w+), or remove {view}"
    case .unknownValue(let role, let file, let field):
      "the \(role) \"\(file)\" uses {\(field)}, which is not known of this photo's product"
    case .notANumber(let role, let file, let field, let value, let error):
      "the \(role) \"\(file)\" uses {\(field)} as a number, which is “\(value)”; \(error)"
    case .noName(let role, let file, let name, let empty):
      "the \(role) \"\(file)\" of this photo would be \(name.map { "named \"\($0)\"" } ?? "without a name"), because "
        + empty.map { "{\($0)}" }.joined(separator: " and ") + " is empty"
    case .outside(let role, let file):
      "the \(role) \"\(file)\" of this photo would be outside \(role == "output" ? "the output folder" : "its folder"), or "
        + "have no name"
    }
  }
}
