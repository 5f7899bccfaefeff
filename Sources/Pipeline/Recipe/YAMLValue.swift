import Filters
import Yams

extension Value {
  /// Reads YAML with the place of every value.
  ///
  /// Plain scalars are read as YAML 1.2's core schema has them: `true` and `false`, `null`, numbers, and text for all
  /// else, so `yes` is a text. A key that stands twice in a map is an error, and so is a file with nothing in it.
  static func yaml(_ text: String, file: String) throws(RecipeError) -> Value {
    do {
      if let value = try Yams.compose(yaml: text).map(Value.init), value != Value(.null) { return value }
    } catch let error as YamlError {
      throw RecipeError(yaml: error, file: file)
    } catch {
      throw RecipeError(file: file, location: nil, path: "", message: "this is no YAML: \(error)")
    }
    throw RecipeError(
      file: file, location: nil, path: "", message: "this is empty; `packshot init` prints a recipe to start from")
  }

  private init(_ node: Node) {
    let location = node.mark.map { Location(line: $0.line, column: $0.column) }
    switch node {
    case .scalar(let scalar): self.init(Self.content(of: scalar), at: location)
    case .sequence(let sequence): self.init(.list(sequence.map(Value.init)), at: location)
    case .mapping(let mapping):
      let entries = mapping.map { key, value in
        Entry(
          key: key.scalar?.string ?? "", value: Value(value),
          location: key.mark.map { Location(line: $0.line, column: $0.column) })
      }
      self.init(.map(entries), at: location)
    case .alias: self.init(.null, at: location)
    }
  }

  private static func content(of scalar: Node.Scalar) -> Content {
    guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
    switch scalar.string {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case let text:
      let startsLikeNumber = text.first.map { $0.isNumber || "+-.".contains($0) } ?? false
      guard startsLikeNumber, let number = Double(text), number.isFinite else { return .text(text) }
      return .number(number)
    }
  }
}

extension RecipeError {
  fileprivate init(yaml error: YamlError, file: String) {
    switch error {
    case .scanner(let context, let problem, let mark, let yaml), .parser(let context, let problem, let mark, let yaml),
      .composer(let context, let problem, let mark, let yaml):
      let place = Location(line: mark.line, column: mark.column)
      let hint = YAMLHint(yaml, failedAt: place, sinceLine: context?.mark.line ?? mark.line)
      self.init(
        file: file, location: place, path: "",
        message: "this is no YAML: \(problem)" + (hint.map { "; \($0.text)" } ?? ""))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.map { "`\($0)`" }.joined(separator: ", ")
      self.init(
        file: file, location: Location(line: context.mark.line, column: context.mark.column), path: "",
        message: "\(keys) stands more than once in the same map; keep one")
    default:
      self.init(file: file, location: nil, path: "", message: "this is no YAML: \(error)")
    }
  }
}
