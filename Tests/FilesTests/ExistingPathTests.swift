import Foundation
import TestSupport
import Testing

@testable import Files

/// Files whose names have another Unicode normal form than the path that refers to them.
@Suite struct ExistingPathTests {
  private let folder: TemporaryFolder
  private static let forms = ["caf\u{e9}", "cafe\u{301}"]

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String) throws { try folder.write("x", to: name) }

  private func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

  @Test(arguments: forms, forms) func aFileIsFoundWhateverTheNormalFormOfPathAndName(
    written: String, onDisk: String
  ) throws {
    try FileManager.default.createDirectory(atPath: folder.path("in-\(onDisk)"), withIntermediateDirectories: true)
    try make("in-\(onDisk)/\(onDisk).png")
    for isDerived in [false, true] {
      let found = try existingPath(folder.path("in-\(written)/\(written).png"), isDerived: isDerived)
      #expect(isSame(found, folder.path("in-\(onDisk)/\(onDisk).png")))
    }
  }

  @Test func aMixedNormalFormIsFound() throws {
    try make("\u{1ebf}-e\u{301}.png")
    let found = try existingPath(folder.path("e\u{302}\u{301}-\u{e9}.png"))
    #expect(isSame(found, folder.path("\u{1ebf}-e\u{301}.png")))
  }

  @Test func aMissingPathIsReturnedUnchanged() throws {
    #expect(isSame(try existingPath(folder.path("cafe\u{301}.png")), folder.path("cafe\u{301}.png")))
    #expect(try existingPath("") == "" && existingPath("a/b.png") == "a/b.png")
  }

  @Test func twoFormsOfOneNameAreAmbiguousInATypedPathOnly() throws {
    for form in Self.forms { try make("\(form).png") }
    for form in Self.forms {
      let path = folder.path("\(form).png")
      #expect(isSame(try existingPath(path, isDerived: true), path))
      let error = #expect(throws: AmbiguousName.self) { try existingPath(path) }
      #expect(error?.reason.contains("\"cafe\\u{301}.png\", \"caf\\u{e9}.png\"") == true)
    }
  }

  @Test func aFileCreatedAfterTheFirstLookupIsFound() throws {
    let path = folder.path("caf\u{e9}.png")
    _ = try existingPath(path)
    try make("cafe\u{301}.png")
    #expect(isSame(try existingPath(path), folder.path("cafe\u{301}.png")))
  }
}
