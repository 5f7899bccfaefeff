import Catalog
import Files
import Foundation

/// The web addresses of pictures: the base address, followed by the picture's path relative to the uploaded folder.
struct ManifestAddresses {
  /// The start of all addresses. Empty, or ends with a slash.
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

  /// Returns the address of a picture, or nil if its file is outside the uploaded folder.
  ///
  /// - Parameter outputFolder: The output folder of the run that made the picture, as recorded.
  func address(of picture: Catalog.Photo, outputFolder: String?) -> String? {
    if picture.path.isWebAddress { return picture.path.addressEncoded }
    return path(of: picture, outputFolder).map { base + $0.pathEncoded }
  }

  /// Returns the path of a picture relative to the uploaded folder.
  private func path(of picture: Catalog.Photo, _ outputFolder: String?) -> String? {
    let path = paths.resolvedPath(picture.path)
    for folder in root.map({ [$0] }) ?? [outputFolder].compactMap(\.self) {
      let prefix = folder.hasTrailingSlash ? folder : folder + "/"
      // Compares bytes, because a combining mark after the slash would join it to one character.
      if path.utf8.starts(with: prefix.utf8) { return String(path.utf8.dropFirst(prefix.utf8.count)) }
    }
    return root == nil && !picture.path.isFromRoot && !CatalogPaths.isAddress(picture.path) ? picture.path : nil
  }

  /// Whether a text can be the start of an address: empty, the HTTP address of a folder, or an absolute path on the
  /// site.
  private static func isBase(_ text: String) -> Bool {
    if text.isEmpty { return true }
    guard !text.unicodeScalars.contains(where: unusable.contains), text.hasValidPercents,
      let parts = URLComponents(string: text),
      // A path after a query or a fragment would become part of that query or fragment. Chromium doesn't load addresses
      // with a password.
      [parts.query, parts.fragment, parts.user, parts.password].allSatisfy({ $0 == nil })
    else { return false }
    if parts.scheme == nil, !text.hasPrefix("//") { return text.isFromRoot }
    return (parts.scheme == nil || text.isWebAddress) && parts.host?.isEmpty == false && parts.port ?? 0 <= 65_535
  }

  private static let unusable = CharacterSet(charactersIn: "\"'<>\\^`{|}").union(.whitespacesAndNewlines)
    .union(.controlCharacters)
}

extension String {
  /// Whether the text is an HTTP address, which browsers load.
  fileprivate var isWebAddress: Bool {
    CatalogPaths.isAddress(self) && ["http", "https"].contains(prefix { $0 != ":" }.lowercased())
  }

  /// Whether each per cent sign is followed by two hexadecimal digits.
  fileprivate var hasValidPercents: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { $0.beginsAsPercent }
  }

  /// The text encoded as a path in an address (RFC 3986). Commas and spaces are encoded too, because they separate
  /// entries of a `srcset`.
  fileprivate var pathEncoded: String { encoded { $0.isUnreserved || $0 == UInt8(ascii: "/") } }

  /// The address with invalid characters and commas encoded. Existing escapes are kept.
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
  /// Whether the text starts with two hexadecimal digits, so that a percent sign before it makes an escape.
  fileprivate var beginsAsPercent: Bool { utf8.count >= 2 && utf8.prefix(2).allSatisfy { $0.isHexadecimal } }
}

extension UInt8 {
  /// Whether the character is unreserved in RFC 3986.
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
