import Foundation
internal import GRDB

/// Reads the bytes of a changeset without trusting them.
///
/// SQLite's own iterator, `sqlite3changeset_start`, trusts the bytes. In a test with a valid changeset of four rows, in
/// which some bytes were changed or the end was cut off, SQLite 3.40.1 read beyond the end or never ended in 54 of
/// 1,000 cases. (A protected page after the blob detected such reads.) The history's file may be damaged, or come from
/// an untrusted source. This reader stops at the first invalid byte.
///
///     changeset = { table change* }
///     table     = 'T', column count (varint), a byte per column (0: not in the primary key), name, 0
///     change    = operation (18 insert, 23 update, 9 delete), a byte we do not need, old and/or new record
///     record    = a value per column: a type byte (0 absent, 1 integer, 2 real, 3 text, 4 blob, 5 null), then
///                 8 big-endian bytes, or a length (varint) and as many bytes, or nothing
///     varint    = big-endian groups of 7 bits, all but the last with the high bit set; a length has five at most
struct ChangesetReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var table: ChangedTable?

  /// Creates a reader of `bytes`, which must outlive it.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next change; nil at the end.
  mutating func next() throws -> Change? {
    while offset < bytes.count {
      let code = try byte()
      if code == UInt8(ascii: "T") {
        table = try header()
        continue
      }
      guard let table else { throw malformed("a change of no table") }
      _ = try byte()
      switch code {
      case 18:
        let new = try record(of: table) { _, value in value != nil }
        return Change(table: table, operation: .insert, old: new.map { _ in nil }, new: new)
      case 9:
        let old = try record(of: table) { _, value in value != nil }
        return Change(table: table, operation: .delete, old: old, new: old.map { _ in nil })
      case 23:
        let old = try record(of: table) { column, value in value != nil || !table.isKey[column] }
        let new = try record(of: table) { column, value in
          (value != nil) == (!table.isKey[column] && old[column] != nil)
        }
        return Change(table: table, operation: .update, old: old, new: new)
      default: throw malformed("operation \(code)")
      }
    }
    return nil
  }

  private mutating func header() throws -> ChangedTable {
    let columns = try count()
    let isKey = try take(columns).map { $0 != 0 }
    guard isKey.contains(true) else { throw malformed("a table without a primary key") }
    guard let end = bytes[offset...].firstIndex(of: 0) else { throw malformed("a name without an end") }
    let name = try text(end - offset)
    offset += 1
    return ChangedTable(name: name, isKey: isKey)
  }

  /// Reads a value for each column. `allows` tells whether the value of a column may be present, or absent.
  private mutating func record(
    of table: ChangedTable, where allows: (Int, DatabaseValue?) -> Bool
  ) throws -> [DatabaseValue?] {
    try table.isKey.indices.map { column in
      let value = try value()
      guard allows(column, value) else { throw malformed("a value missing or in the wrong place") }
      return value
    }
  }

  private mutating func value() throws -> DatabaseValue? {
    switch try byte() {
    case 0: return nil
    case 1: return Int64(bitPattern: try word()).databaseValue
    case 2: return Double(bitPattern: try word()).databaseValue
    case 3: return try text(try count()).databaseValue
    case 4: return Data(try take(try count())).databaseValue
    case 5: return .null
    case let type: throw malformed("a value of type \(type)")
    }
  }

  private mutating func text(_ count: Int) throws -> String {
    guard let text = String(validating: try take(count), as: UTF8.self) else {
      throw malformed("text that is not UTF-8")
    }
    return text
  }

  private mutating func word() throws -> UInt64 {
    UInt64(bigEndian: UnsafeRawBufferPointer(rebasing: try take(8)).loadUnaligned(as: UInt64.self))
  }

  private mutating func count() throws -> Int {
    var count = 0
    for _ in 1...5 {
      let next = try byte()
      count = count << 7 | Int(next & 0x7F)
      if next < 0x80 { return count }
    }
    throw malformed("a length beyond what a value can have")
  }

  private mutating func byte() throws -> UInt8 {
    let byte = try take(1)
    return byte[byte.startIndex]
  }

  private mutating func take(_ count: Int) throws -> Slice<UnsafeRawBufferPointer> {
    guard count <= bytes.count - offset else { throw malformed("an early end") }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// Returns SQLite's error for a damaged file, because SQLite would not have written such a blob.
  private func malformed(_ what: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a group of the history has \(what) at byte \(offset)")
  }
}
