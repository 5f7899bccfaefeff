import Filters
import Parameters
import Yams

extension Value {
  /// Reads YAML with the place of every value.
  ///
  /// Plain scalars are read as YAML 1.2's core schema has them: `true` and `false`, `null`, numbers, and text for all
  /// else, so `yes` is a text. A key that stands twice in a map is an error, and so is a file with nothing in it.
  ///
  /// - Parameter isIncluded: Whether it is a part of another file's recipe, so that places in it name their file.
  package static func yaml(_ text: String, file: String, isIncluded: Bool = false) throws(RecipeError) -> Value {
    do {
      var room = largestCount
      // Whatever is plain is a text to the basic resolver; ``content(of:)`` says what it means. Yams' own has six regular
      // expressions, which take ICU some milliseconds to get ready.
      if let node = try Yams.compose(yaml: text, .basic),
        case let value = Value(node, isIncluded ? file : nil, room: &room),
        value != Value(.null)
      {
        if room >= 0 { return value }
        throw RecipeError(file: file, location: nil, path: "", .tooManyValues(limit: largestCount))
      }
    } catch let error as RecipeError {
      throw error
    } catch let error as YamlError {
      throw RecipeError(yaml: error, file: file)
    } catch {
      throw RecipeError(file: file, location: nil, path: "", .notYAML(problem: "\(error)", hint: nil))
    }
    throw RecipeError(file: file, location: nil, path: "", .empty)
  }

  /// The most values of a recipe. A few lines of aliases can stand for more than there is memory.
  private static let largestCount = 100_000

  /// - Parameter room: Less one for each value; below 0 nothing more is read.
  private init(_ node: Node, _ file: String?, room: inout Int) {
    room -= 1
    guard room >= 0 else {
      self.init(.null)
      return
    }
    let location = node.mark.map { Location(line: $0.line, column: $0.column, file: file) }
    switch node {
    case .scalar(let scalar):
      self.init(Self.content(of: scalar), at: location)
      if case .number = content { writtenNumber = scalar.string }
    case .sequence(let sequence):
      var values: [Value] = []
      for value in sequence where room >= 0 { values.append(Value(value, file, room: &room)) }
      self.init(.list(values), at: location)
    case .mapping(let mapping):
      var entries: [Entry] = []
      for (key, value) in mapping where room >= 0 {
        entries.append(
          Entry(
            key: key.scalar?.string ?? "", value: Value(value, file, room: &room),
            location: key.mark.map { Location(line: $0.line, column: $0.column, file: file) }))
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
      if problem.hasSuffix("found another document") {
        self.init(file: file, location: place, path: "", .secondDocument)
        return
      }
      let hint = YAMLHint(yaml, failedAt: place, sinceLine: context?.mark.line ?? mark.line)
      self.init(file: file, location: place, path: "", .notYAML(problem: problem, hint: hint?.text))
    case .duplicatedKeysInMapping(let duplicates, let context):
      self.init(
        file: file, location: Location(line: context.mark.line, column: context.mark.column), path: "",
        .repeatedKeys(duplicates.map { "\($0)" }))
    default:
      self.init(file: file, location: nil, path: "", .notYAML(problem: "\(error)", hint: nil))
    }
  }
}
