import Filters
import Parameters
import Yams

extension Value {
  /// Parses YAML with the location of every value.
  ///
  /// Plain scalars follow YAML 1.2's core schema: `true` and `false`, `null`, numbers, and text for everything else, so
  /// `yes` is a text. A duplicate key in a map and an empty file are errors.
  ///
  /// - Parameter isIncluded: Whether the file is included by a recipe, so that locations in it contain their file.
  package static func yaml(_ text: String, file: String, isIncluded: Bool = false) throws(RecipeError) -> Value {
    let pairs = SurrogatePairs(text)
    do {
      // The basic resolver treats all plain scalars as text, and ``content(of:)`` interprets them. Yams' default
      // resolver has six regular expressions, which take ICU some milliseconds to compile.
      if let node = try Yams.compose(yaml: pairs.marked, .basic) {
        var reader = ValueReader(file: file, isIncluded: isIncluded, pairs: pairs, room: largestCount)
        let value = try reader.value(node)
        if value != Value(.null) { return value }
      }
    } catch let error as RecipeError {
      throw error
    } catch let error as YamlError {
      throw RecipeError(yaml: error, pairs, file: file)
    } catch {
      throw RecipeError(file: file, location: nil, path: "", .notYAML(problem: "\(error)", hint: nil))
    }
    throw RecipeError(file: file, location: nil, path: "", .empty)
  }

  /// Maximum number of values in a recipe. A few lines of aliases could otherwise expand to more than fits in memory.
  fileprivate static let largestCount = 100_000
}

/// Converts Yams' nodes to values.
private struct ValueReader {
  let file: String
  let isIncluded: Bool
  let pairs: SurrogatePairs
  /// Number of further values allowed.
  var room: Int

  mutating func value(_ node: Node) throws(RecipeError) -> Value {
    room -= 1
    guard room >= 0 else {
      throw RecipeError(file: file, location: nil, path: "", .tooManyValues(limit: Value.largestCount))
    }
    switch node {
    case .scalar(let scalar):
      var value = Value(content(of: scalar), at: location(of: node))
      if case .number = value.content { value.writtenNumber = scalar.string }
      return value
    case .sequence(let sequence):
      var values: [Value] = []
      for node in sequence { values.append(try value(node)) }
      return Value(.list(values), at: location(of: node))
    case .mapping(let mapping): return Value(.map(try entries(of: mapping)), at: location(of: node))
    case .alias: return Value(.null, at: location(of: node))
    }
  }

  private func location(of node: Node) -> Location? {
    node.mark.map { Location(line: $0.line, column: $0.column, file: isIncluded ? file : nil) }
  }

  // MARK: Maps

  private mutating func entries(of mapping: Node.Mapping) throws(RecipeError) -> [Value.Entry] {
    var entries: [Value.Entry] = []
    var merged: [Value.Entry] = []
    for (key, node) in mapping {
      if Self.isMerge(key) {
        merged += try self.merged(node, at: key)
      } else {
        let name = key.scalar.map(text) ?? ""
        entries.append(Value.Entry(key: name, value: try value(node), location: location(of: key)))
      }
    }
    // A map's own entries take precedence, then the entries of the merged map listed first (YAML 1.1's type `merge`).
    var keys = Set(entries.map(\.key))
    for entry in merged where keys.insert(entry.key).inserted { entries.append(entry) }
    return entries
  }

  private static func isMerge(_ key: Node) -> Bool {
    key.scalar.map { $0.string == "<<" && ($0.style == .plain || $0.style == .any) } ?? false
  }

  /// Returns the entries of a map, or of several maps, to merge into the surrounding map.
  private mutating func merged(_ node: Node, at key: Node) throws(RecipeError) -> [Value.Entry] {
    let nodes = node.sequence.map { Array($0) } ?? [node]
    var entries: [Value.Entry] = []
    for node in nodes {
      let value = try value(node)
      guard case .map(let merged) = value.content else {
        throw RecipeError(
          file: file, location: location(of: key), path: "",
          .unexpected(found: value.excerpt, expected: "`<<` merges a map or a list of maps, such as `<<: *name`"))
      }
      entries += merged
    }
    return entries
  }

  // MARK: Scalars

  private func text(_ scalar: Node.Scalar) -> String {
    scalar.style == .doubleQuoted ? pairs.quoted(scalar.string) : pairs.restored(scalar.string)
  }

  private func content(of scalar: Node.Scalar) -> Value.Content {
    guard scalar.style == .plain || scalar.style == .any else { return .text(text(scalar)) }
    switch text(scalar) {
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
  fileprivate init(yaml error: YamlError, _ pairs: SurrogatePairs, file: String) {
    switch error {
    case .scanner(let context, let problem, let mark, let yaml), .parser(let context, let problem, let mark, let yaml),
      .composer(let context, let problem, let mark, let yaml):
      let place = Location(line: mark.line, column: mark.column)
      if problem.hasSuffix("found another document") {
        self.init(file: file, location: place, path: "", .secondDocument)
        return
      }
      let hint = YAMLHint(pairs.restored(yaml), failedAt: place, sinceLine: context?.mark.line ?? mark.line)
      self.init(file: file, location: place, path: "", .notYAML(problem: problem, hint: hint?.text))
    case .duplicatedKeysInMapping(let duplicates, let context):
      self.init(
        file: file, location: Location(line: context.mark.line, column: context.mark.column), path: "",
        .repeatedKeys(duplicates.map { pairs.restored("\($0)") }))
    default:
      self.init(file: file, location: nil, path: "", .notYAML(problem: "\(error)", hint: nil))
    }
  }
}
