import Files
import Foundation

/// The files of a contact sheet: one file, or numbered pages.
///
/// `sheet.jpg` becomes `sheet-1.jpg`, `sheet-2.jpg` and so on, unless the file name contains `{page}`, which is replaced
/// by the page's number.
struct SheetPages {
  /// The path before and after the page's number. Nil for a sheet without pages.
  private let parts: (before: String, after: String)?
  private let output: String

  private static let field = "{page}"

  /// - Parameter isPaged: Whether the sheet has pages.
  init(_ output: String, isPaged: Bool) throws(PackshotError) {
    self.output = output
    let (folder, name) = output.splitPath
    if folder?.contains(Self.field) == true {
      throw .refusedSetting(
        "output", found: output, allowed: .described("a file with {page} in its own name, not in a folder's name"))
    }
    let pieces = name.components(separatedBy: Self.field)
    if pieces.count > 2 {
      throw .refusedSetting("output", found: output, allowed: .described("a name with {page} once"))
    }
    if !isPaged {
      if pieces.count == 2 {
        throw .refusedSetting(
          "rows", found: "missing", allowed: .described("the number of rows on a page, because \(output) has {page}"))
      }
      parts = nil
      return
    }
    let start = folder.map { "\($0)/" } ?? ""
    if pieces.count == 2 {
      parts = (start + pieces[0], pieces[1])
    } else {
      let (stem, pathExtension) = name.splitFileName
      parts = ("\(start)\(stem)-", pathExtension.map { ".\($0)" } ?? "")
    }
  }

  /// Returns the path of a page, counted from 1.
  func path(_ page: Int) -> String { parts.map { "\($0.before)\(page)\($0.after)" } ?? output }

  /// Returns existing files with the names of pages after the last one, by page. An earlier sheet was longer.
  func leftovers(after last: Int) -> [String] {
    guard let parts else { return [] }
    let (folder, start) = parts.before.splitPath
    guard let listing = FolderListing(folder.map { $0.isEmpty ? "/" : String($0) } ?? ".") else { return [] }
    let pages = listing.entries.compactMap { entry -> Int? in
      guard entry.name.hasPrefix(start), entry.name.hasSuffix(parts.after) else { return nil }
      let number = entry.name.dropFirst(start.count).dropLast(parts.after.count)
      guard let page = Int(number), page > last, String(page) == number else { return nil }
      return page
    }
    return pages.sorted().map(path)
  }
}
