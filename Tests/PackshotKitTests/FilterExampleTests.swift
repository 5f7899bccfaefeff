import Foundation
import Testing

@testable import PackshotKit

/// Each filter's example, and the guide that shows it.
@Suite struct FilterExampleTests {
  private static let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/PackshotKit/PackshotKit.docc").standardized.path

  @Test(arguments: FilterList.standard.all.indices)
  func theExampleUsesTheFilterAndChangesThePhoto(index: Int) throws {
    let filter = FilterList.standard.all[index]
    #expect(filter.example.hasPrefix("\(filter.name):"))
    let example = try FilterExample(of: filter)
    let (result, photo) = (try example.result(), example.photoBefore)
    let isSame =
      result.size == photo.size
      && (0..<photo.size.height).allSatisfy { memcmp(result.row($0), photo.row($0), photo.shape.bytesPerRow) == 0 }
    #expect(!isSame)
  }

  /// The photo is a cut-out: transparent around, opaque within, and translucent in the shadow between.
  @Test func theExamplePhotoIsACutOutWithAShadow() {
    let photo = ExamplePhoto.vase
    #expect(photo.pixel(0, 0) == [0, 0, 0, 0])
    #expect(photo.pixel(112, 130)[3] == 255)
    let pixels = (0..<photo.size.height).flatMap { y in (0..<photo.size.width).map { photo.pixel($0, y) } }
    #expect(pixels.allSatisfy { $0[0...2].allSatisfy { [alpha = $0[3]] in $0 <= alpha } })
    #expect(pixels.count { 0 < $0[3] && $0[3] < 255 } > 1000)
  }

  /// Run `scripts/make-docs` if this fails.
  @Test func theGuideHasEveryFilterInOrder() throws {
    let article = try String(contentsOfFile: Self.catalog + "/Filters.md", encoding: .utf8)
    let headings = article.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(headings == FilterList.standard.all.map { $0.name })
    for filter in FilterList.standard.all {
      let section = try #require(article.components(separatedBy: "## \(filter.name)\n").last)
        .components(separatedBy: "\n## ")[0]
      #expect(section.contains("```yaml\n- \(filter.example)\n```"))
      #expect(section.contains("](\(filter.name).png)"))
      let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      #expect(rows.count == filter.parameterDescriptions.count)
      for (row, parameter) in zip(rows, filter.parameterDescriptions) {
        #expect(row.hasPrefix("| `\(parameter.name)` | \(parameter.summary) | \(parameter.allowed) | "))
      }
      for name in [filter.coreImageName].compactMap({ $0 }) + filter.parameterDescriptions.compactMap(\.coreImageName) {
        #expect(section.contains("`\(name)` for "))
      }
    }
  }

  /// Pixel for pixel. If this fails, run `scripts/make-docs` and check the changed pictures.
  @Test(arguments: FilterList.standard.all.indices)
  func theGuidesPictureIsTheFiltersResult(index: Int) throws {
    let filter = FilterList.standard.all[index]
    let path = Self.catalog + "/\(filter.name).png"
    let (shown, made) = (try Photo(contentsOf: path).image(), try FilterExample(of: filter).image())
    try #require(shown.size == made.size)
    #expect(
      (0..<made.size.height).allSatisfy { memcmp(shown.row($0), made.row($0), made.shape.bytesPerRow) == 0 })
    #expect(made.size.width <= 640)
    // A blur has no flat areas.
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max <= 48 << 10)
  }
}
