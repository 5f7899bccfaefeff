import Errors
import Files
import Filters
import Parameters

extension RecipeKey where Node == Recipe {
  /// The key `include`, read by ``RecipeReader/whole(_:)``.
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

/// Included files, and keys that exist only for YAML anchors.
extension RecipeReader {
  /// Whether a key is ignored, so that it can be used for anchors and remarks.
  static func isIgnored(_ key: String) -> Bool { key.hasPrefix("x-") }

  /// Returns the recipe with its included files merged in, and without ignored keys.
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

  /// Returns the sources, fonts and defaults of an included file.
  private func included(_ file: Value, path: String) throws(RecipeError) -> [Value.Entry] {
    guard case .text(let name) = file.content, !name.isEmpty else {
      throw error(
        at: file.location, path, .unexpected(found: file.excerpt, expected: "it must be the path of a YAML file"))
    }
    let place = Self.path(name, seenFrom: self.file)
    guard let readInclude else {
      throw error(
        at: file.location, path,
        .unreadableInclude(path: place, why: "the recipe is not a file, so it cannot include other files"))
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

  /// Adds the entries of an included map to the existing ones.
  private func add(_ included: Value.Entry, to entries: inout [Value.Entry]) {
    guard let index = entries.firstIndex(where: { $0.key == included.key }) else { return entries.append(included) }
    // A value that isn't a map is reported when it is read.
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

  /// Resolves a path in a recipe relative to the recipe's folder.
  private static func path(_ path: String, seenFrom file: String) -> String {
    guard !path.isFromRoot, let folder = file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}

extension Recipe {
  /// Returns the text of a file that a recipe includes.
  public typealias ReadInclude = (_ path: String) throws(UnreadableInclude) -> String

  /// The reason why a file can't be included. The message is worded to follow "it cannot be included".
  public enum UnreadableInclude: DescribedError, Equatable {
    /// The file is a folder.
    case includeIsFolder
    /// The file isn't UTF-8.
    case includeNotUTF8
    /// The file doesn't exist.
    case includeMissing
    /// The file can't be read.
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
