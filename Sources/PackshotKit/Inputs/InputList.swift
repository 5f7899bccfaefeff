import Foundation
import ImageCodecs
import Platform
import Recipes
import Text

/// A list of photos and folders of photos, one per line.
public struct InputList: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    /// The line's bytes.
    let bytes: [UInt8]
    /// Line number, from 1.
    let line: Int
  }

  /// Name of the list in errors.
  let name: String
  let entries: [Entry]

  /// Some editors write this at the start of a UTF-8 file.
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The paths in the list that are valid UTF-8.
  var paths: [String] { entries.compactMap { String(validating: $0.bytes, as: UTF8.self) } }

  /// Reads a list. A name ends with a line feed, which may follow a carriage return. With `separatedByZeros`, or if the
  /// file contains a zero byte, names end with a zero byte instead, as `find -print0` writes them. A list in UTF-16, as
  /// PowerShell writes it, is converted. Blank lines are skipped.
  ///
  /// - Parameter path: Path of a file, pipe or device, or `-` for standard input.
  public init(contentsOf path: String, separatedByZeros: Bool = false) throws(PackshotError) {
    let isInput = path == "-"
    let name = isInput ? StandardStreams.inputName : path
    let content =
      try isInput
      ? StandardStreams.readToEnd(of: STDIN_FILENO, named: name) : StandardStreams.readToEnd(ofFile: path)
    if content.withUnsafeBytes({ ImageFileFormat(signature: $0) }) != nil {
      throw .pictureForList(path: name)
    }
    self.init(content, name: name, separatedByZeros: separatedByZeros)
  }

  init(_ content: some Collection<UInt8>, name: String, separatedByZeros: Bool = false) {
    self.name = name
    let encoding = separatedByZeros ? nil : Self.utf16(of: content)
    let content = encoding.flatMap { try? TextEncoding.utf8(Data(content), stated: $0) } ?? Data(content)
    let hasZeros = separatedByZeros || content.contains(0)
    let start = content.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let lines = content.dropFirst(start).split(
      separator: hasZeros ? 0 : UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    entries = lines.enumerated().compactMap { index, line in
      var bytes = Array(line)
      if !hasZeros, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      let isBlank = bytes.allSatisfy { !hasZeros && ($0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")) }
      return isBlank ? nil : Entry(bytes: bytes, line: index + 1)
    }
  }

  /// Returns the encoding of a list that is UTF-16: one with a byte order mark, or with zero bytes at every second byte only,
  /// three of them with a single byte between, as in a name with an ASCII extension. Names that end with zero bytes can only
  /// look so if two in succession have a single letter.
  private static func utf16(of content: some Collection<UInt8>) -> TextEncoding? {
    if content.starts(with: [0xff, 0xfe]) || content.starts(with: [0xfe, 0xff]) { return .utf16 }
    let zeros = content.enumerated().filter { $0.element == 0 }.map(\.offset)
    guard content.count % 2 == 0, zeros.allSatisfy({ $0 % 2 == zeros[0] % 2 }),
      zip(zeros, zeros.dropFirst(2)).contains(where: { $1 - $0 == 4 })
    else { return nil }
    return zeros[0] % 2 == 1 ? .utf16LittleEndian : .utf16BigEndian
  }
}
