import Catalog
import Files
import Foundation

/// The addresses of pictures on the shop's site: the base, and each picture's path below the folder that is uploaded.
struct ManifestAddresses {
  /// Empty, or ends with a slash.
  private let base: String
  private let root: String?
  private let paths: CatalogPaths

  /// - Parameters:
  ///   - base: ``ManifestMaker/base``.
  ///   - root: ``ManifestMaker/root``.
  init(base: String, root: String?, in paths: CatalogPaths) throws(PackshotError) {
    guard Self.isBase(base) else {
      throw .refusedSetting(
        "base", found: base,
        allowed: .described(
          "the address of a folder, such as https://cdn.example.com/shop/, or its path on the shop's own site, such as /media/"
        ))
    }
    self.base = base.isEmpty || base.hasTrailingSlash ? base : base + "/"
    self.root = root.map { CatalogPaths.isAddress($0) ? $0 : absolutePath($0) }
    self.paths = paths
  }

  /// The address of a picture; nil if its file is outside the folder that is uploaded.
  ///
  /// - Parameter outputFolder: That of the run that made the picture, as the catalog has it.
  func address(of picture: Catalog.Photo, outputFolder: String?) -> String? {
    if picture.path.isWebAddress { return picture.path.addressEncoded }
    return path(of: picture, outputFolder).map { base + $0.pathEncoded }
  }

  /// The path of a picture below the folder that is uploaded.
  private func path(of picture: Catalog.Photo, _ outputFolder: String?) -> String? {
    let path = paths.resolvedPath(picture.path)
    for folder in root.map({ [$0] }) ?? [outputFolder].compactMap(\.self) {
      let prefix = folder.hasTrailingSlash ? folder : folder + "/"
      // By bytes: a combining mark behind the slash would hide it.
      if path.utf8.starts(with: prefix.utf8) { return String(path.utf8.dropFirst(prefix.utf8.count)) }
    }
    return root == nil && !picture.path.isFromRoot && !CatalogPaths.isAddress(picture.path) ? picture.path : nil
  }

  /// Whether paths of pictures behind a text make addresses: it is empty, the address of a folder by HTTP, or a path from the root of
  /// the site.
  private static func isBase(_ text: String) -> Bool {
    if text.isEmpty { return true }
    guard !text.unicodeScalars.contains(where: unusable.contains), text.hasValidPercents,
      let parts = URLComponents(string: text),
      // A query or a fragment would swallow the paths, and Chromium loads nothing from an address with a password.
      [parts.query, parts.fragment, parts.user, parts.password].allSatisfy({ $0 == nil })
    else { return false }
    if parts.scheme == nil, !text.hasPrefix("//") { return text.isFromRoot }
    return (parts.scheme == nil || text.isWebAddress) && parts.host?.isEmpty == false && parts.port ?? 0 <= 65_535
  }

  private static let unusable = CharacterSet(charactersIn: "\"'<>\\^`{|}").union(.whitespacesAndNewlines)
    .union(.controlCharacters)
}

extension String {
  /// Whether it is an address that browsers load.
  fileprivate var isWebAddress: Bool {
    CatalogPaths.isAddress(self) && ["http", "https"].contains(prefix { $0 != ":" }.lowercased())
  }

  /// Whether each per cent sign is followed by two hexadecimal digits.
  fileprivate var hasValidPercents: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { $0.beginsAsPercent }
  }

  /// As a path in an address (RFC 3986), and without the commas and spaces that divide a `srcset`.
  fileprivate var pathEncoded: String { encoded { $0.isUnreserved || $0 == UInt8(ascii: "/") } }

  /// An address without the characters that may not be in one, and without commas. What is encoded stays as it is.
  fileprivate var addressEncoded: String {
    let others = Array("/:?#[]@!$&()*+;=".utf8)
    let pieces = split(separator: "%", omittingEmptySubsequences: false)
    let encoded = pieces.map { String($0).encoded { $0.isUnreserved || others.contains($0) } }
    return zip(pieces, encoded).dropFirst().reduce(encoded[0]) { $0 + ($1.0.beginsAsPercent ? "%" : "%25") + $1.1 }
  }

  private func encoded(except isPlain: (UInt8) -> Bool) -> String {
    utf8.map { byte in
      if isPlain(byte) { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension Substring {
  /// Whether it is what stands behind the sign of an encoded byte.
  fileprivate var beginsAsPercent: Bool { utf8.count >= 2 && utf8.prefix(2).allSatisfy { $0.isHexadecimal } }
}

extension UInt8 {
  /// Whether RFC 3986 leaves the character unreserved.
  fileprivate var isUnreserved: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  fileprivate var isHexadecimal: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."f", "A"..."F", "0"..."9": true
    default: false
    }
  }
}
