import Foundation
import PackshotKit

/// The expected picture of a test, stored beside the test file.
struct GoldenFile {
  /// The environment variable that, set to any value, approves the pictures that tests render.
  static let approval = "PACKSHOT_APPROVE"

  let path: String

  /// Creates the golden file `Goldens/MugTests/name.png` beside the test file `MugTests.swift`.
  init(named name: String, besides testFile: String) throws(PackshotError) {
    guard GoldenCase.isName(name) else {
      throw .refusedValue(
        of: "the picture's name", found: "“\(name)”",
        allowed: "a name or a path such as mugs/antique, without a part that begins with a dot")
    }
    let file = URL(fileURLWithPath: testFile)
    let folder = file.deletingLastPathComponent().appendingPathComponent("Goldens")
      .appendingPathComponent(file.deletingPathExtension().lastPathComponent)
    path = folder.appendingPathComponent(name + ".png").path
  }

  /// The failure message of a test, with the pictures to compare.
  struct Failure {
    let message: String
    /// File names and contents.
    let pictures: [(name: String, bytes: [UInt8])]
  }

  /// Whether the picture rendered now is approved.
  enum Approval {
    /// Approved.
    case given
    /// Not approved yet.
    case asked
    /// Can't be approved, in continuous integration.
    case elsewhere

    /// How to approve the picture.
    fileprivate var advice: String {
      "run the test with \(GoldenFile.approval)=1 in the environment" + (self == .elsewhere ? ", outside of CI" : "")
    }
  }

  /// Compares a picture with the expected one. Returns nil if the picture is as expected, or was just approved.
  func failure(of actual: PixelImage, _ tolerance: Tolerance, approval: Approval) throws -> Failure? {
    guard FileManager.default.fileExists(atPath: path) else {
      if approval == .given {
        try write(actual)
        return nil
      }
      return Failure(
        message: "there is no \(path) yet; to write it, \(approval.advice)",
        pictures: [("actual.png", try actual.encoded(.png()))])
    }
    var difference: [UInt8] = []
    let result = try PictureComparison(tolerance).compare(path, with: actual) { difference += $0 }
    if result.isSame { return nil }
    if approval == .given {
      try write(actual)
      return nil
    }
    let expected = try Data(contentsOf: URL(fileURLWithPath: path))
    let reasons = result.objections.map { $0.description }.joined(separator: "; ")
    let places = result.damage.prefix(3).map { "\($0.bounds.size) at \($0.bounds.origin)" }.joined(separator: ", ")
    return Failure(
      message: "the picture is not \(path): \(reasons)"
        + (result.changed == 0
          ? ""
          : "; \(result.changed.grouped) of \(result.seen.grouped) pixels differ, by up to "
            + "\(result.largest.short(2)) of 255 levels")
        + (places.isEmpty
          ? "" : "; in \(result.damageCount) \(result.damageCount == 1 ? "place" : "places"): \(places)")
        + "; if the new picture is correct, \(approval.advice)",
      pictures: [
        ("expected.png", Array(expected)), ("actual.png", try actual.encoded(.png())), ("difference.png", difference),
      ])
  }

  private func write(_ image: PixelImage) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try image.encoded(.png()).withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
