import PackshotKit

/// A column of a list.
struct Column<R: Record>: Sendable {
  let title: String
  /// Whether the column is right-aligned, as numbers are.
  let isNumber: Bool
  let text: @Sendable (R, Reader) throws -> String

  init(_ title: String, isNumber: Bool = false, _ text: @escaping @Sendable (R, Reader) throws -> String) {
    (self.title, self.isNumber, self.text) = (title, isNumber, text)
  }

  init(_ title: String, isNumber: Bool = false, _ text: @escaping @Sendable (R) -> String) {
    self.init(title, isNumber: isNumber) { record, _ in text(record) }
  }
}

/// A table of text. It has a header on a terminal.
struct Table<R: Record> {
  private let columns: [Column<R>]
  private var widths: [Int]
  private var isBegun = false

  init(_ columns: [Column<R>]) {
    self.columns = columns
    widths = columns.map { Console.showsResults ? $0.title.displayWidth : 0 }
  }

  /// Prints a batch of records. Columns are as wide as needed for everything printed so far.
  mutating func print(_ records: [R], in reader: Reader) throws {
    let rows = try records.map { record in try columns.map { Console.printable(try $0.text(record, reader)) } }
    for row in rows {
      for (index, text) in row.enumerated() { widths[index] = max(widths[index], text.displayWidth) }
    }
    if !isBegun, Console.showsResults { Swift.print(Console.faint(line(columns.map(\.title)))) }
    isBegun = true
    for row in rows { Swift.print(line(row)) }
  }

  private func line(_ texts: [String]) -> String {
    var line = zip(texts, zip(columns, widths)).map { text, place in
      let (column, width) = place
      return column.isNumber ? text.paddingInFront(to: width) : text.padding(to: width)
    }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension String {
  /// Returns the text padded with trailing spaces to a width.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - displayWidth)) }

  /// Returns the text padded with leading spaces to a width.
  fileprivate func paddingInFront(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }
}
