import Files
import Filters
import Parameters

/// What other files add to a recipe, and what stands in it only to be referred to.
extension RecipeReader {
  /// Whether a key of a recipe is the writer's own, for anchors and remarks.
  static func isIgnored(_ key: String) -> Bool { key.hasPrefix("x-") }

  /// The recipe with what its `include` names, and without what is ignored.
  func whole(_ document: Value) throws(RecipeError) -> Value {
    guard case .map(let all) = document.content else { return document }
    var entries = all.filter { !Self.isIgnored($0.key) && $0.key != "include" }
    if let include = all.first(where: { $0.key == "include" }) {
      guard case .list(let files) = include.value.content else {
        throw error(
          at: include.value.location, "include",
          "`include` is \(include.value.excerpt); it is a list of files, such as `[include/brand.yaml]`")
      }
      for (index, file) in files.enumerated() {
        part { () throws(RecipeError) in
          for entry in try included(file, path: "include[\(index)]") { add(entry, to: &entries) }
        }
      }
    }
    return Value(.map(entries), at: document.location)
  }

  /// What a file gives to the recipe: sources, fonts and defaults.
  private func included(_ file: Value, path: String) throws(RecipeError) -> [Value.Entry] {
    guard case .text(let name) = file.content, !name.isEmpty else {
      throw error(at: file.location, path, "this is \(file.excerpt); it must be the path of a YAML file")
    }
    let place = Self.path(name, seenFrom: self.file)
    guard let readInclude else {
      throw error(at: file.location, path, "\(place) cannot be included: this recipe is no file, and opens no others")
    }
    let text: String
    do { text = try readInclude(place) } catch {
      throw self.error(at: file.location, path, "\(place) cannot be included: \(error.message)")
    }
    includedFiles.append(place)
    let document = try Value.yaml(text, file: place, isIncluded: true)
    var entries: [Value.Entry] = []
    for entry in try map(document, at: Recipe.Node(path: path, location: document.location))
    where !Self.isIgnored(entry.key) {
      switch entry.key {
      case "packshot":
        if entry.value == Value(.number(1)) { continue }
        errors.append(
          error(
            at: entry.value.location, "packshot", "`packshot` is \(entry.value.excerpt); this program reads version 1"))
      case _ where RecipeKeys.included.contains(entry.key):
        entries.append(entry)
      default:
        let keys = Spelling.list(RecipeKeys.included.map { "`\($0)`" } + ["keys that begin with x-"], "and")
        errors.append(
          error(
            at: entry.location, entry.key,
            "an included file has \(keys) only; `\(entry.key)` belongs in the recipe itself"))
      }
    }
    return entries
  }

  /// Adds the entries of an included map to those that there are.
  private func add(_ included: Value.Entry, to entries: inout [Value.Entry]) {
    guard let index = entries.firstIndex(where: { $0.key == included.key }) else { return entries.append(included) }
    // What is no map is told when it is read.
    guard case .map(var known) = entries[index].value.content else { return }
    guard case .map(let new) = included.value.content else {
      entries[index] = included
      return
    }
    for entry in new {
      guard let other = known.first(where: { $0.key == entry.key }) else {
        known.append(entry)
        continue
      }
      let place = other.location.map { " at \($0.file ?? file):\($0.line):\($0.column)" } ?? ""
      errors.append(
        error(
          at: entry.location, "\(included.key).\(entry.key)",
          "`\(included.key)` has `\(entry.key)` already\(place); give one of them another name"))
    }
    entries[index].value.content = .map(known)
  }

  /// A path in a recipe, seen from where the recipe's own path is.
  private static func path(_ path: String, seenFrom file: String) -> String {
    guard !path.isFromRoot, let folder = file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}

extension Recipe {
  /// Gives the text of a file that a recipe includes.
  public typealias ReadInclude = (_ path: String) throws(UnreadableInclude) -> String

  /// Why a file cannot be included. The message is a part of a sentence.
  public struct UnreadableInclude: Error, Equatable {
    /// Why it cannot be read, as a part of a sentence.
    public let message: String
    /// A file that cannot be read, and why.
    public init(_ message: String) { self.message = message }
  }
}
