import Files
import Foundation
import Hummingbird
import ImageCodecs
import PackshotKit

/// The folder that the studio works in. Recipes, golden suites, and the folders of photos and pictures are named in it, without
/// symbolic links. A recipe can name pictures and texts elsewhere, as on the command line.
struct StudioFolder: Sendable {
  /// Absolute path, without symbolic links.
  let path: String

  /// Maximum folder depth, and maximum number of names read.
  private static let (depth, nameLimit) = (6, 50_000)

  init(path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Paths relative to the folder, sorted.
  struct Contents {
    var recipes: [String] = []
    var suites: [String] = []
    /// Numbers of files with a photo's extension, keyed by the name of the folder that they are in or below; `.` for those in the
    /// studio's folder itself.
    var photos: [String: Int] = [:]

    /// The folders of the photos, as the form for a run takes them. The studio's folder contains all others.
    var photoFolders: String { photos["."] == nil ? photos.keys.sorted().joined(separator: ", ") : "." }
  }

  private static let photoExtensions = Set(FormatList.all.flatMap { $0.extensions })

  /// Finds recipes, folders of golden cases, and photos. Hidden files, and files of golden cases, are left out.
  func contents() -> Contents {
    var (found, cases, names) = (Contents(), [String](), 0)
    var folders = [""]
    while let folder = folders.popLast() {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []
      names += all.count
      if names > Self.nameLimit { break }
      if !folder.isEmpty, all.contains("case.yaml") || all.contains("expected.png") {
        cases.append(folder)
        continue
      }
      for name in all.sorted() where !name.hasPrefix(".") {
        let relative = folder.isEmpty ? name : folder + "/" + name
        guard let type = type(relative) else { continue }
        if type == .typeDirectory, relative.split(separator: "/").count < Self.depth { folders.append(relative) }
        if type == .typeRegular, name.hasSuffix(".yaml") || name.hasSuffix(".yml"), isRecipe(relative) {
          found.recipes.append(relative)
        }
        if type == .typeRegular, Self.photoExtensions.contains((name as NSString).pathExtension.lowercased()) {
          found.photos[folder.isEmpty ? "." : String(folder.prefix { $0 != "/" }), default: 0] += 1
        }
      }
    }
    found.recipes.sort()
    found.suites = Set(cases.map { $0.split(separator: "/").dropLast().joined(separator: "/") }).sorted()
    // A suite can have folders of cases.
    let suites = found.suites
    found.suites.removeAll { suite in suites.contains { !$0.isEmpty && suite.hasPrefix($0 + "/") } }
    return found
  }

  /// Kind of a file; nil for a symbolic link, or if there is none.
  private func type(_ relative: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path + "/" + relative))?[.type] as? FileAttributeType
  }

  /// Whether a file has the line that every recipe has.
  private func isRecipe(_ relative: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path + "/" + relative) else { return false }
    defer { try? file.close() }
    let head = String(decoding: (try? file.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
    return head.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("packshot:") }
  }

  /// Returns the absolute path of a file or folder below the folder.
  ///
  /// - Throws: An error for a path that leads elsewhere.
  func absolutePath(of relative: String) throws -> String {
    if relative == "." { return path }
    // Compares bytes, because a combining mark after a slash or a dot would form one character with it.
    let names = relative.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !relative.isEmpty, !relative.utf8.contains(0),
      !names.contains(where: { $0.isEmpty || $0.first == UInt8(ascii: ".") })
    else { throw OutsideFolder(path: relative) }
    var place = path
    for name in names {
      place += "/" + String(Substring(name))
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) != nil {
        throw OutsideFolder(path: relative)
      }
    }
    return place
  }

  /// Returns a path relative to the folder, which is `.` itself; the path itself if it is elsewhere.
  func relative(_ absolute: String) -> String {
    absolute == path ? "." : absolute.hasPrefix(path + "/") ? String(absolute.dropFirst(path.count + 1)) : absolute
  }
}

/// A path that doesn't lead to a file below the studio's folder.
struct OutsideFolder: Error, DescribedError {
  let path: String

  var descriptor: ErrorDescriptor {
    ErrorDescriptor(
      .usage,
      "“\(path)” must be a path below the studio's folder, such as photos/mugs, without symbolic links and names "
        + "that begin with a dot", ["path": path], reason: "outside-folder")
  }
}
