import Files
import Foundation
import Platform

/// A file of records written by workers: a line with a ``RunRecord``, followed by a line for each ``PhotoRecord`` of
/// that run, repeated for each run. It is read line by line, so it can be of any length.
package struct RecordFile {
  /// A line of the file.
  enum Line {
    case run(RunRecord)
    case photo(PhotoRecord)
  }

  private let path: String
  private let file: FileHandle
  private var rest = Data()
  private var isAtEnd = false
  /// Number of the last line read, from 1.
  private(set) var number = 0

  private static let pieceCount = 1 << 18

  init(_ path: String) throws(PackshotError) {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw errno == ENOENT ? .missing(path: path) : .unreadable(path: path, why: systemError())
    }
    self.file = file
  }

  /// Whether a file starts like a file of records.
  public static func isOne(_ path: String) -> Bool {
    guard var file = try? RecordFile(path), case .run? = try? file.next() else { return false }
    return true
  }

  /// Returns the next line, or nil at the end. Skips empty lines.
  mutating func next() throws(PackshotError) -> Line? {
    while let line = try line() {
      if line.allSatisfy({ [UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains($0) }) { continue }
      return try record(in: line)
    }
    return nil
  }

  private struct Kind: Decodable {
    var record: String
    var schema: Int?
  }

  private func record(in line: Data) throws(PackshotError) -> Line {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { try Timestamp(from: $0).date }
    guard let kind = try? decoder.decode(Kind.self, from: line) else { throw fault("is no record") }
    if let schema = kind.schema, schema != RunRecord.schema {
      throw fault("has records of version \(schema); packshot \(Version.packshot) reads version \(RunRecord.schema)")
    }
    do {
      switch kind.record {
      case RunRecord.Kind.run.rawValue: return .run(try decoder.decode(RunRecord.self, from: line))
      case PhotoRecord.Kind.photo.rawValue: return .photo(try decoder.decode(PhotoRecord.self, from: line))
      default: break
      }
    } catch {
      throw fault("is an incomplete record")
    }
    throw fault("is a record of an unknown kind, \(kind.record)")
  }

  /// Returns an error about the last line read.
  func fault(_ what: String) -> PackshotError { .unreadable(path: path, why: "line \(number) \(what)") }

  private mutating func line() throws(PackshotError) -> Data? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = rest[(end + 1)...] }
        number += 1
        return rest[..<end]
      }
      if isAtEnd {
        defer { rest = Data() }
        number += 1
        return rest.isEmpty ? nil : rest
      }
      do {
        let piece = try file.read(upToCount: Self.pieceCount) ?? Data()
        isAtEnd = piece.isEmpty
        rest = Data(rest) + piece
      } catch {
        throw .unreadable(path: path, why: systemError())
      }
    }
  }
}
