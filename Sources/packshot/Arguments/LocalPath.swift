import ArgumentParser
import PackshotKit

/// Checks that paths on the command line aren't URLs.
enum LocalPath {
  /// Throws if one of the paths is a URL, such as `s3://shop/photos`.
  static func check(_ paths: [String]) throws(ValidationError) {
    guard let path = paths.first(where: CatalogPaths.isAddress) else { return }
    let shown = Console.printable(path)
    if path.lowercased().hasPrefix("file://") {
      throw ValidationError(
        "\(shown) is an address, and packshot takes paths; leave out file://, as in /photos/mug.jpg")
    }
    throw ValidationError(
      "\(shown) is an address, and packshot reads and writes only files and folders; download or mount the files, "
        + "and give their path")
  }

  static func check(_ paths: String?...) throws(ValidationError) { try check(paths.compactMap(\.self)) }
}
