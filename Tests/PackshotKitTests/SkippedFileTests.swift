import Foundation
import ImageCodecs
import Testing

@testable import PackshotKit

@Suite struct SkippedFileTests {
  /// The first bytes of files from cameras and programs, one character per byte.
  private static let pictures: [(name: String, start: String, format: UnsupportedFormat)] = [
    ("mug.NEF", "MM\0*\0\0\0\u{8}", .raw),
    ("mug.pdf", "%PDF-1.4", .pdf),
    ("mug.ai", "%PDF-1.5", .pdf),
    ("mug.eps", "%!PS-Adobe-3.0 EPSF-3.0", .postScript),
    ("mug.jxl", "\0\0\0\u{c}JXL \r\n\u{87}\n", .jpegXL),
    ("mug.psb", "8BPS\0\u{2}", .largePhotoshop),
    ("mug.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .svg),
    ("mug.CR3", "\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", .raw),
    // The content decides, and the name only if the content doesn't.
    ("mug", "%PDF-1.4", .pdf),
    ("mug.txt", "%PDF-1.4", .pdf),
    ("mug.arw", "%PDF-1.4", .pdf),
    ("empty.psb", "", .largePhotoshop),
  ]

  @Test(arguments: pictures.indices)
  func aPictureInAnotherFormatIsReportedWithTheFormat(index: Int) throws {
    let (name, start, format) = Self.pictures[index]
    let shop = try Shop(photos: ["a.png"])
    let content = Data(start.unicodeScalars.map { UInt8($0.value) })
    try content.write(to: URL(fileURLWithPath: shop.photos + "/" + name))
    let run = try shop.run()
    #expect(run.skipped == [SkippedFile(input: shop.photos + "/" + name, reason: .unsupportedFormat, format: format)])
    #expect(run.summary.skippedPictures == 1 && run.summary.skipped == 1 && run.summary.rendered == 1)
  }

  @Test func otherFilesAreReportedSeparately() throws {
    let shop = try Shop(photos: ["a.png", "old/b.png", ".cache/c.png"])
    try shop.folder.write("BMW: prices of mugs", to: "photos/prices.txt")
    try shop.folder.write("\0\0\0\u{1}Bud1", to: "photos/.DS_Store")
    mkfifo(shop.photos + "/pipe", 0o666)
    let run = try shop.run { $0.excluded = ["old"] }
    #expect(run.summary.rendered == 1 && run.summary.skippedPictures == 0)
    let reasons = Dictionary(uniqueKeysWithValues: run.skipped.map { ($0.input, $0.reason) })
    let expected: [String: SkippedFile.Reason] = [
      ".DS_Store": .hidden, ".cache": .hidden, "old": .excluded, "pipe": .notAFile, "prices.txt": .notAPicture,
    ]
    #expect(reasons == Dictionary(uniqueKeysWithValues: expected.map { (shop.photos + "/" + $0, $1) }))
    #expect(run.summary.skipped == 5)
  }

  @Test func withoutPhotosSkippedFilesPrecedeTheError() throws {
    let shop = try Shop(photos: [])
    try shop.folder.write("%PDF-1.4", to: "photos/a.pdf")
    var skipped: [SkippedFile] = []
    let options = BatchOptions(inputs: [shop.photos], outputFolder: shop.output)
    let batch = try Batch(Recipe(yaml: "packshot: 1\noutputs: [ { file: a.png } ]", file: ""), options: options) {
      event in
      if case .skipped(let file) = event { skipped.append(file) }
    }
    #expect(throws: PackshotError.noPicture(inputs: [shop.photos], leftOut: 0)) { try batch.run() }
    #expect(skipped.map(\.format) == [.pdf])
    #expect(!FileManager.default.fileExists(atPath: shop.output))
  }
}
