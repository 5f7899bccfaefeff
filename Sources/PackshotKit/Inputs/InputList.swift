import Glibc
import ImageCodecs
import Recipes

/// A list of photos and folders of photos, one a line.
public struct InputList: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    /// As it stands in the list.
    let bytes: [UInt8]
    /// Counts from 1.
    let line: Int
  }

  /// The list's file, for errors.
  let name: String
  let entries: [Entry]

  /// What some editors begin a file of UTF-8 with.
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// What it names, as far as it is UTF-8.
  var paths: [String] { entries.compactMap { String(validating: $0.bytes, as: UTF8.self) } }

  /// Reads a list. Names end with a line feed, of which a carriage return before it is part; or with a zero, as
  /// `find -print0` has it, where that is asked for or a zero is found. Empty lines are left out.
  ///
  /// - Parameter path: A file, a pipe or a device, or `-` for standard input.
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
    let hasZeros = separatedByZeros || content.contains(0)
    let start = content.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let lines = content.dropFirst(start).split(
      separator: hasZeros ? 0 : UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    entries = lines.enumerated().compactMap { index, line in
      var bytes = Array(line)
      if !hasZeros, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      return bytes.isEmpty ? nil : Entry(bytes: bytes, line: index + 1)
    }
  }
}
