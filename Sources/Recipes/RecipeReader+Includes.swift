import Errors
import Files
import Filters
import Parameters

extension RecipeKey where Node == Recipe {
  /// ``RecipeReader/whole(_:)`` reads it.
  static var include: Self {
    Self(
      "include", .derived("the keys that the files set"),
      schema: [
        "description":
          "Files with sources, fonts and defaults for this recipe. All paths are relative to the recipe's folder.",
        "type": "array", "items": ["type": "string", "minLength": 1],
      ])
  }
}

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
          .wrongShape(
            key: "include", found: include.value.excerpt, shape: "a list of files, such as `[include/brand.yaml]`"))
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
      throw error(
        at: file.location, path, .unexpected(found: file.excerpt, expected: "it must be the path of a YAML file"))
    }
    let place = Self.path(name, seenFrom: self.file)
    guard let readInclude else {
      throw error(
        at: file.location, path,
        .unreadableInclude(path: place, why: "this recipe is no file, and opens no others"))
    }
    let text: String
    do { text = try readInclude(place) } catch {
      throw self.error(at: file.location, path, .unreadableInclude(path: place, why: error.message))
    }
    includedFiles.append(place)
    let document = try Value.yaml(text, file: place, isIncluded: true)
    let allowed = Recipe.keys.filter(\.isShared).map(\.name)
    var entries: [Value.Entry] = []
    for entry in try map(document, at: Recipe.Node(path: path, location: document.location))
    where !Self.isIgnored(entry.key) {
      switch entry.key {
      case "packshot":
        if entry.value == Value(.number(1)) { continue }
        errors.append(
          error(
            at: entry.value.location, "packshot", .wrongVersion(found: entry.value.excerpt, isText: false)))
      case _ where allowed.contains(entry.key):
        entries.append(entry)
      default:
        errors.append(error(at: entry.location, entry.key, .notForIncludes(key: entry.key, allowed: allowed)))
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
      errors.append(
        error(
          at: entry.location, "\(included.key).\(entry.key)",
          .includedTwice(
            key: entry.key, map: included.key, firstFile: other.location?.file ?? file, firstLine: other.location?.line,
            firstColumn: other.location?.column)))
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

  /// Why a file cannot be included. The message is a part of a sentence, behind "it cannot be included".
  public enum UnreadableInclude: DescribedError, Equatable {
    /// It is a folder.
    case includeIsFolder
    /// It is not UTF-8.
    case includeNotUTF8
    /// There is none.
    case includeMissing
    /// It cannot be read.
    case unreadable(ErrorDescriptor)

    public var descriptor: ErrorDescriptor {
      switch self {
      case .includeIsFolder: .init(.unreadable, "it is a folder")
      case .includeNotUTF8: .init(.unreadable, "it is not UTF-8")
      case .includeMissing: .init(.unreadable, "it does not exist")
      case .unreadable(let error): error
      }
    }
  }
}
