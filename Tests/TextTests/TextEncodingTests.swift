import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct TextEncodingTests {
  private func fields(_ bytes: Data) throws -> [[String?]] {
    var reader = try CSVReader(bytes)
    var rows: [[String?]] = [reader.columns]
    while let row = try reader.next() { rows.append(row.fields) }
    return rows
  }

  /// Foundation's encoder is the independent reference.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], [1, 2, 3] as [UInt64])
  func utf16IsReadInEitherByteOrder(encoding: String.Encoding, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = "Tür 🎁 " + String.random(using: &generator).filter { $0 != "\"" }
    for mark in ["\u{feff}", ""] {
      let text = mark + "sku,name\nA1,\"\(value)\"\n"
      let bytes = try #require(text.data(using: encoding))
      #expect(try fields(TextEncoding.utf8(bytes)) == [["sku", "name"], ["A1", value]])
      if !mark.isEmpty { #expect(try fields(bytes) == [["sku", "name"], ["A1", value]]) }
    }
  }

  @Test func everyWindows1252ByteMatchesFoundation() throws {
    for byte in UInt8.min...UInt8.max {
      let found = try? TextEncoding.utf8(Data([0x61, byte]), stated: .windows1252)
      let isUndefined = [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte)
      #expect((found == nil) == isUndefined, "byte \(byte)")
      guard !isUndefined, byte != 0, let expected = String(data: Data([0x61, byte]), encoding: .windowsCP1252) else {
        continue
      }
      #expect(found == Data(expected.utf8), "byte \(byte)")
    }
  }

  @Test func invalidBytesAreReportedAtTheirPlace() throws {
    let lone = Data([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x00, 0xD8, 0x63, 0])
    let odd = Data([0xFE, 0xFF, 0, 0x61, 0])
    for (bytes, place) in [(lone, "2:2"), (odd, "1:2")] {
      let error = #expect(throws: TextError.self) { try TextEncoding.utf8(bytes) }
      #expect(error?.description == "\(place): these bytes are not a character in UTF-16; save the file as UTF-8")
    }
    let undefined = Data("a,b\n1,".utf8) + [0x81]
    let error = #expect(throws: TextError.self) { try TextEncoding.utf8(undefined, stated: .windows1252) }
    #expect(error?.description == "2:3: these bytes are not a character in Windows-1252; save the file as UTF-8")
  }

  @Test(arguments: [
    ("Tür", String.Encoding.windowsCP1252, TextEncoding.windows1252), ("Tür", .utf8, .utf8), ("Tur", .utf8, .utf8),
    ("„Düne“ 9 €", .windowsCP1252, .windows1252), ("Tür", .utf16LittleEndian, .utf16LittleEndian),
    ("\u{feff}Tür", .utf8, .utf8), ("ÄÖÜ", .isoLatin1, .windows1252),
  ])
  func theEncodingOfATableIsGuessed(text: String, encoding: String.Encoding, guess: TextEncoding) throws {
    #expect(TextEncoding.likely(of: try #require(text.data(using: encoding))) == guess)
  }

  /// A text with some valid characters is damaged UTF-8, wherever the damage is.
  @Test func damagedUTF8IsNotTakenForAnotherEncoding() {
    for bytes in [Data("Tür ".utf8) + [0xFC], [0xFC, 0x20] + Data("Tür".utf8), Data("€".utf8) + [0xC3]] {
      #expect(TextEncoding.likely(of: bytes) == .utf8)
    }
    #expect(TextEncoding.likely(of: Data([0xC3, 0x61])) == .windows1252)
    #expect(TextEncoding.likely(of: Data()) == .utf8)
  }

  @Test func aByteOrderMarkOverridesTheStatedEncoding() throws {
    let text = "\u{feff}name\nTür\n"
    for encoding in TextEncoding.allCases {
      #expect(try TextEncoding.utf8(Data(text.utf8), stated: encoding) == Data(text.utf8))
    }
  }
}
