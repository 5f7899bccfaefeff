import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct CSVTests {
  /// The outcomes of reading `bytes`: the line and fields of a row, or the description of an error.
  private func outcomes(_ bytes: Data) -> [String] {
    var outcomes: [String] = []
    do {
      var reader = try CSVReader(bytes)
      while true {
        do {
          guard let row = try reader.next() else { return outcomes }
          outcomes.append("\(row.line) " + row.fields.map { $0.map { "“\($0)”" } ?? "nil" }.joined(separator: " "))
        } catch {
          outcomes.append("\(error)")
        }
      }
    } catch {
      outcomes.append("\(error)")
    }
    return outcomes
  }

  private func outcomes(_ text: String) -> [String] { outcomes(Data(text.utf8)) }

  @Test func rowsHaveTheLineThatTheyBeginIn() throws {
    #expect(
      outcomes("sku,name\r\nM-1,Mug\r\n\"M\n2\",\"Big \"\"red\"\"\r\nmug\"\n\nM-3,=1+1")
        == ["2 “M-1” “Mug”", "3 “M\n2” “Big \"red\"\r\nmug”", "7 “M-3” “=1+1”"])
    #expect(try CSVReader(Data("\u{feff}\"sku\",name\n".utf8)).columns == ["sku", "name"])
  }

  /// As programs write it so that spreadsheets keep the zeros, with and without CSV's quotes.
  @Test func aFormulaOfATextIsThatText() {
    #expect(outcomes("sku,name\n\"=\"\"0012\"\"\",=\"Mug\"\n") == ["2 “0012” “Mug”"])
    #expect(outcomes("sku;name\n=\"0012\";=1+1\n=\"a\"\"b\";=\"\"\n") == ["2 “0012” “=1+1”", "3 “a\"b” “”"])
    #expect(outcomes("a,b\n\"=\"\"x\"\"&\"\"y\"\"\",'=\n") == ["2 “=\"x\"&\"y\"” “'=”"])
    #expect("=\"x\"".withApostropheKept == "'=\"x\"" && "'=\"x\"".withoutApostrophe == "=\"x\"")
  }

  @Test func anEmptyFieldIsNilAndAPairOfQuotesIsEmptyText() {
    #expect(outcomes("a,b,c\n,\"\",\n,,x") == ["2 nil “” nil", "3 nil nil “x”"])
  }

  @Test func rowsWithoutValuesAreSkipped() {
    #expect(outcomes("a,b\n\n1,2\n\r\n\n,\n,\r\n3,") == ["3 “1” “2”", "8 “3” nil"])
    #expect(outcomes("a\n\n1\n\"\"\n") == ["3 “1”", "4 “”"])
    #expect(outcomes("\n,,\n \r\na,b\n1,2\n") == ["5 “1” “2”"])
  }

  @Test func unnamedColumnsWithoutValuesAreSkipped() throws {
    #expect(
      outcomes("a,b,,\n1,2,,\n3,4\n5,6,,,,\n7,8, ,\n") == (0..<4).map { "\($0 + 2) “\($0 * 2 + 1)” “\($0 * 2 + 2)”" })
    #expect(outcomes("a,,b, \n1,,2\n") == ["2 “1” “2”"])
    #expect(try CSVReader(Data("a,,b, \n".utf8)).columns == ["a", "b"])
    #expect(
      outcomes("a,b,,\n1\n1,2,,,3") == [
        "2:1: this row has 1 field, but there are 2 columns; separate the fields as in the first line",
        "3:1: this row has 5 fields, but there are 4 columns",
      ])
  }

  @Test(arguments: ["a,,b\n1,,2\n3,x,4\n5,y,6\n", "a,b,\n1,2,\n3,4,x\n"])
  func anUnnamedColumnWithAValueIsRefusedOnce(text: String) {
    let number = text.hasPrefix("a,b") ? 3 : 2
    #expect(
      outcomes(text) == [
        "3:1: column \(number) has no name, but this row has a value in it; name the column in the first line, or clear it"
      ])
  }

  @Test(arguments: [
    "sep=;\r\na;b\r\n1,5;2\r\n", "SEP=;\na;b\n1,5;2",
    "\n\u{feff}sep=;\na;b\n1,5;2".replacing("\n\u{feff}", with: "\u{feff}"),
    "sep=|\na|b\n1,5|2", "sep=\t\na\tb\n1,5\t2", "\"sep=;\"\na;b\n1,5;2", "sep=;;\na;b\n1,5;2", "sep=,\na,b\n\"1,5\",2",
  ])
  func aLineBeforeTheNamesSetsTheSeparator(text: String) throws {
    #expect(outcomes(text) == ["3 “1,5” “2”"])
    #expect(try CSVReader(Data(text.utf8)).headerLine == 2)
  }

  @Test func aLineBeforeTheNamesWithoutASeparatorIsRefused() {
    #expect(
      outcomes("sep=:\na:b\n") == ["1:5: expected a comma, a semicolon, a tab or | after sep=, found “:”"])
    #expect(
      outcomes("sep=;x\na;b\n") == ["1:6: expected the end of the line that names the separator, found “x”"])
  }

  @Test(arguments: ["a;b\n1,5;2", "a\tb\n1,5\t2", "a;\"x,y,z\"\n1,5;2"])
  func theSeparatorIsDetectedInTheFirstLine(text: String) {
    #expect(outcomes(text) == ["2 “1,5” “2”"])
  }

  @Test(arguments: [
    ("", ["1:1: expected a line with the names of the columns, found the end"]),
    (",,\n\n", ["3:1: expected a line with the names of the columns, found the end"]),
    ("a,b,a\n", ["1:1: another column is already named “a”"]),
    (
      "a,b\n1\n1,2\n1,2,3\n3,4\n",
      [
        "2:1: this row has 1 field, but there are 2 columns; separate the fields as in the first line", "3 “1” “2”",
        "4:1: this row has 3 fields, but there are 2 columns", "5 “3” “4”",
      ]
    ),
    ("a,b\n1,\"2\n3,4\n", ["2:3: the quote that opens here is never closed", "3 “3” “4”"]),
    (
      "a,b\né,1\"\n3,4",
      ["2:4: a field that contains quotes must be quoted as a whole, with each inner quote doubled", "3 “3” “4”"]
    ),
    (
      "a,b\n1,\"2\"x\n",
      ["2:6: a field that contains quotes must be quoted as a whole, with each inner quote doubled"]
    ),
    (
      "a,b\n\"1\n2\",5\" disk\n3,\"4\n5,\"6\"\n7,8",
      [
        "3:5: a field that contains quotes must be quoted as a whole, with each inner quote doubled",
        "4:3: a field that contains quotes must be quoted as a whole, with each inner quote doubled",
        "5 “5” “6”", "6 “7” “8”",
      ]
    ),
    ("a,b\n1,2\r3,4\n5,6", ["2:5: expected the line feed that ends a line, found “3”", "3 “5” “6”"]),
    ("a,b\r1,2", ["1:5: expected the line feed that ends a line, found “1”"]),
  ])
  func errorsHaveTheirPlace(text: String, expected: [String]) {
    #expect(outcomes(text) == expected)
  }

  @Test func aRowThatIsNotUTF8IsRefusedAndTheNextOneRead() {
    let bytes = Data("a,b\n1,".utf8) + [0xE9] + Data("\n\"".utf8) + [0xE9] + Data("\",2\n3,4\n".utf8)
    let complaint = "this text is not UTF-8; save the file as UTF-8"
    #expect(outcomes(bytes) == ["2:3: \(complaint)", "3:1: \(complaint)", "4 “3” “4”"])
  }

  @Test func fieldsThatOtherProgramsMightSplitOrTrimAreQuoted() {
    #expect(
      CSVWriter.line(["a", nil, "", "x,y", "x;y", " x", "x\t", "5\" nail", "a\nb", "=1", "\"\u{301}"])
        == "a,,\"\",\"x,y\",\"x;y\",\" x\",\"x\t\",\"5\"\" nail\",\"a\nb\",=1,\"\"\"\u{301}\"\n")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func writtenRowsAreReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &generator)
    let columns = (0..<count).map { "\($0)" + .random(using: &generator) }
    let rows = (0..<50).map { _ in
      (0..<count).map { _ in Bool.random(using: &generator) ? String.random(using: &generator) : nil }
    }
    var reader = try CSVReader(Data(([columns] + rows).map { CSVWriter.line($0) }.joined().utf8))
    #expect(reader.columns == columns)
    for row in rows where row.contains(where: { $0 != nil }) { #expect(try reader.next()?.fields == row) }
    #expect(try reader.next() == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damagedTextIsReadToItsEndOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<5).map { row in CSVWriter.line((0..<3).map { "\(row)\($0)" + .random(using: &generator) }) }
    let bytes = Data(lines.joined().utf8)
    for count in bytes.indices { _ = outcomes(bytes.prefix(count)) }
    for _ in 0..<200 { #expect(outcomes(bytes.damaged(using: &generator)).count <= bytes.count) }
  }
}
