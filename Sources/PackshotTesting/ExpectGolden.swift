import Foundation
import PackshotKit
import Testing
import XCTest

/// Expects a picture to equal its approved version, in Swift Testing and in XCTest.
///
/// ```swift
/// @Test func antique() throws {
///   let mug = try Photo(contentsOf: "mug.jpg").applying(.sepiaTone())
///   try expectGolden(mug.image(), named: "antique")
/// }
/// ```
///
/// The expected picture is `Goldens/MugTests/antique.png` beside `MugTests.swift`. If it doesn't exist or the picture
/// differs, the test fails and reports where and by how much. To approve the current picture, run the test with
/// `PACKSHOT_APPROVE=1` in the environment. In continuous integration (if `CI` is set), nothing is ever approved.
///
/// The expected picture, the actual picture and a picture of the difference are attached to the test in Swift Testing
/// (`swift test --attachments-path FOLDER` writes them to a folder). XCTest on Linux has no attachments, so there the
/// pictures are written to `packshot-goldens` in the temporary folder, and the failure names their folder.
///
/// - Parameters:
///   - image: The picture, in any format.
///   - name: A name that is unique in the test file, or a path relative to the test file's folder of pictures.
///   - tolerance: Allowed difference from the expected picture. Defaults to none.
/// - Throws: ``PackshotError`` or ``UnreadablePicture`` if the expected picture can't be read or written, or `name`
///   leads out of the test file's folder of pictures.
public func expectGolden(
  _ image: PixelImage, named name: String, tolerance: Tolerance = Tolerance(), fileID: String = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: Int = #column
) throws {
  let environment = ProcessInfo.processInfo.environment
  let isInCI = !["", "0", "false"].contains((environment["CI"] ?? "").lowercased())
  let golden = try GoldenFile(named: name, besides: "\(filePath)")
  guard
    let failure = try golden.failure(
      of: image, tolerance, approval: isInCI ? .elsewhere : environment[GoldenFile.approval] == nil ? .asked : .given)
  else { return }
  if Test.current != nil {
    let place = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: Int(line), column: column)
    for (file, bytes) in failure.pictures {
      Attachment.record(bytes, named: "\(name)-\(file)", sourceLocation: place)
    }
    Issue.record("\(failure.message)", sourceLocation: place)
  } else {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("packshot-goldens/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, bytes) in failure.pictures { try Data(bytes).write(to: folder.appendingPathComponent(file)) }
    XCTFail("\(failure.message); see \(folder.path)", file: filePath, line: line)
  }
}
