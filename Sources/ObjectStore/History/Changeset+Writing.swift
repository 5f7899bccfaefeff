import Foundation
internal import GRDB

extension Changeset {
  /// Creates a changeset from changes, in the format that ``ChangesetReader`` reads.
  init(_ changes: [Change]) {
    var bytes = Data()
    var table: ChangedTable?
    for change in changes {
      if change.table != table {
        bytes.append(UInt8(ascii: "T"))
        bytes.append(varint: change.table.isKey.count)
        bytes.append(contentsOf: change.table.isKey.map { $0 ? 1 : 0 })
        bytes.append(contentsOf: change.table.name.utf8)
        bytes.append(0)
        table = change.table
      }
      switch change.operation {
      case .insert: bytes.append(contentsOf: [18, 0])
      case .update: bytes.append(contentsOf: [23, 0])
      case .delete: bytes.append(contentsOf: [9, 0])
      }
      if change.operation != .insert { for value in change.old { bytes.append(value) } }
      if change.operation != .delete { for value in change.new { bytes.append(value) } }
    }
    data = bytes
  }
}

extension Data {
  /// Appends a number as big-endian groups of 7 bits, all but the last with the high bit set.
  fileprivate mutating func append(varint number: Int) {
    var groups = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      groups.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(contentsOf: groups.reversed())
  }

  fileprivate mutating func append(word: UInt64) {
    Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a value, or a mark for an absent one.
  fileprivate mutating func append(_ value: DatabaseValue?) {
    guard let value else { return append(0) }
    switch value.storage {
    case .null: append(5)
    case .int64(let number):
      append(1)
      append(word: UInt64(bitPattern: number))
    case .double(let number):
      append(2)
      append(word: number.bitPattern)
    case .string(let text):
      append(3)
      append(varint: text.utf8.count)
      append(contentsOf: text.utf8)
    case .blob(let bytes):
      append(4)
      append(varint: bytes.count)
      append(bytes)
    }
  }
}
