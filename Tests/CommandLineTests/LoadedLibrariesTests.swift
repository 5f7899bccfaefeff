import Foundation
import ImageCodecs
import PixelCore
import Testing

@testable import PackshotKit
@testable import Rendering

/// Most formats' libraries are loaded at the first picture of the format, and in workers before their sandbox starts.
@Suite struct LoadedLibrariesTests {
  private static let color = Color(red: 90, green: 120, blue: 200)
  private static let codings: [EncodeOptions.Coding] = [
    .jpeg(), .webp(lossless: true), .avif(effort: 0), .png(), .tiff(), .avif(effort: 0), .jpeg(),
  ]

  private static func file(_ coding: EncodeOptions.Coding) throws -> [UInt8] {
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: 20, height: 10), format: .encodedOpaque))
    for y in 0..<10 { color.pixel(in: .encodedOpaque).fill(rows.mutableRow(y), count: 20) }
    return try Image(rows).encoded(coding)
  }

  private static func openFile(_ coding: EncodeOptions.Coding) throws -> OpenFile {
    try OpenFile(memory: EncodedImage(file(coding)), name: coding.format.name)
  }

  /// Whether the first pixel has the written colour, as far as the format preserves it.
  private static func hasColor(_ rows: any RowSource) throws -> Bool {
    var read = PixelBuffer(shape: rows.shape)
    _ = try rows.read(rows: rows.shape.size.height, into: read.mutableRow(0), stride: read.stride)
    let pixel = (0..<3).map { Int(read.row(0).load(fromByteOffset: $0, as: UInt8.self)) }
    return zip(pixel, [color.red, color.green, color.blue]).allSatisfy { abs($0 - Int($1)) <= 4 }
  }

  @Test func aWorkerLentForOneFormatReadsAnother() throws {
    let workers = WorkerPool(program: Packshot.executable.path, isRequired: true)
    let limits = PhotoLimits()
    try workers.lend { renderer in
      for coding in Self.codings {
        let info = try renderer.probe(Self.openFile(coding), limits: limits)
        #expect(info.format == coding.format && info.size == PixelSize(width: 20, height: 10))
        let rows = try renderer.rows(spareMemory: 0)
        #expect(try Self.hasColor(rows), "\(coding)")
      }
    }
    // The same worker, or another one with the library loaded.
    try workers.lend(for: Self.openFile(.tiff())) { renderer in
      let info = try renderer.probe(Self.openFile(.tiff()), limits: limits)
      #expect(info.format == .tiff)
    }
    #expect(workers.takeWarnings().isEmpty)
  }

  /// The worker reads a photo before it learns the recipe's formats.
  @Test func aWorkerRendersARecipeWithOtherFormats() throws {
    let limits = PhotoLimits()
    let recipe = try Recipe(
      yaml: """
        packshot: 1
        outputs: [ { file: "{stem}.tif" }, { file: "{stem}.webp" }, { file: "{stem}.avif" }, { file: "{stem}.jpg" } ]
        """, file: "recipe.yaml")
    let prepared = try PreparedRecipe(recipe, limits: limits)
    let workers = WorkerPool(program: Packshot.executable.path, isRequired: true)
    var files: [[UInt8]] = []
    try workers.lend { renderer in
      for coding in [.jpeg(), .webp()] as [EncodeOptions.Coding] {
        let photo = try Self.openFile(coding)
        let info = try renderer.probe(photo, limits: limits)
        let planned = try PlannedPhoto(
          photoBytes: photo.status.byteCount, info: info, by: recipe, sources: prepared.sources, limits: limits)
        files = []
        _ = try renderer.render(RenderRequest(outputs: [0, 1, 2, 3]), of: planned, by: prepared) {
          let index = files.count
          files.append([])
          return { files[index] += $0 }
        }
        for file in files {
          let rows = try FileRows(EncodedImage(file))
          #expect(try Self.hasColor(rows))
        }
      }
    }
    #expect(files.map { $0.withUnsafeBytes(ImageFileFormat.init(signature:)) } == [.tiff, .webp, .avif, .jpeg])
  }

  /// A folder of libraries that the loader finds first and can't load.
  private static func shopWithoutLibraries() throws -> (shop: Packshot, environment: [String: String]) {
    let shop = try Packshot()
    for library in ["avif.so.15", "avif.so.16", "tiff.so.6", "webp.so.7", "de265.so.0"] {
      try shop.write("", to: "broken/lib\(library)")
    }
    return (shop, ["LD_LIBRARY_PATH": shop.folder + "/broken"])
  }

  @Test(arguments: ["--sandbox", "--no-sandbox"]) func aMissingLibraryFailsOnlyItsFormatsPhotos(option: String) throws {
    let (shop, environment) = try Self.shopWithoutLibraries()
    for (name, coding) in [
      ("jpg", .jpeg()), ("png", .png()), ("webp", .webp()), ("avif", .avif(effort: 0)), ("tif", .tiff()),
    ]
      as [(String, EncodeOptions.Coding)]
    {
      try shop.write(Data(Self.file(coding)), to: "photos/\(name).\(name)")
    }
    try shop.write(Data([0, 0, 0, 24] + "ftypheic\0\0\0\0mif1heic".utf8), to: "photos/heic.heic")
    let run = try shop.run(
      "thumb", "photos", "--width", "10", "--output", "thumbs", "--json", option, environment: environment)
    let photos = run.events.filter { $0["event"] as? String == "photo" }
    #expect(photos.count == 6, "\(run.output)\(run.errors)")
    for photo in photos {
      let name = try #require((photo["input"] as? String)?.split(separator: ".").last)
      let library = ["webp": "libwebp", "avif": "libavif", "tif": "libtiff", "heic": "libde265"][name]
      #expect(photo["status"] as? String == (library == nil ? "rendered" : "failed"), "\(photo)")
      guard let library else { continue }
      let failure = try #require(photo["error"] as? [String: Any])
      #expect(failure["code"] as? String == "not-an-image")
      let message = try #require(failure["message"] as? String)
      #expect(
        message.contains(" needs \(library), which is not installed or cannot be loaded (")
          && message.contains("too short"))
    }
  }

  @Test func aRecipeWhoseFormatLacksItsLibraryIsRefused() throws {
    let (shop, environment) = try Self.shopWithoutLibraries()
    try shop.write(Data(Self.file(.jpeg())), to: "photo.jpg")
    let run = try shop.run(
      "thumb", "photo.jpg", "--width", "10", "--format", "avif", "--output", "thumbs", environment: environment)
    #expect(run.status != 0 && run.errors.contains("AVIF needs libavif, which is not installed"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: shop.folder + "/thumbs"))
  }
}
