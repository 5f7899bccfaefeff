import Files
import Foundation
import ImageCodecs
import PixelCore
import Rendering
import TestSupport
import Testing

@testable import PackshotKit

/// A shop's folder of photos and a recipe, and runs over them.
final class Shop {
  let folder: TemporaryFolder
  let photos: String
  let output: String
  var recipe: String

  static let names = ["mugs/MUG-1_front.png", "mugs/MUG-1_side.png", "VASE-7_front.png"]

  init(photos names: [String] = Shop.names) throws {
    folder = try TemporaryFolder()
    photos = try folder.folder("photos")
    output = folder.path("shop")
    try TestPicture.write(to: folder.path("backdrop.png"), width: 40, height: 40, .white)
    recipe = """
      packshot: 1
      name: shop
      sources:
        backdrop: backdrop.png
        badge: { circle: { size: [6, 6], fill: red, stroke: white } }
      steps:
        - fit: { width: 30, height: 30 }
        - sepiaTone: 0.5
        - sourceOver: { background: backdrop }
      outputs:
        - { file: "{relative}/{stem}.png", steps: [ { sourceOver: { foreground: badge, at: topRight } } ] }
        - { file: "{relative}/{stem}-20.jpg", steps: [ { resize: { width: 20 } } ], quality: 80 }
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    for (index, name) in names.enumerated() { try addPhoto(name, shade: UInt8(truncatingIfNeeded: 40 + index * 37)) }
  }

  /// The name of the temporary file that a killed run left for an output.
  func leftover(of output: String = "shop") throws -> String {
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path(output))
    let number = try #require(facts[.systemFileNumber] as? UInt64)
    return ".packshot-run-\(String(number, radix: 36))-0123456789abc"
  }

  func addPhoto(_ name: String, shade: UInt8) throws {
    _ = try folder.folder(("photos/" + name as NSString).deletingLastPathComponent)
    try TestPicture.write(
      to: photos + "/" + name, width: 60, height: 30 + Int(shade % 20), Color(red: shade, green: 90, blue: 60))
  }

  /// Runs, and returns the reports and the summary.
  @discardableResult
  func run(_ change: (inout BatchOptions) -> Void = { _ in }) throws -> (
    reports: [PhotoReport], summary: BatchSummary, warnings: [String], skipped: [SkippedFile], orphans: [Orphan]
  ) {
    try folder.write(recipe, to: "recipe.yaml")
    var options = BatchOptions(inputs: [photos], outputFolder: output)
    options.jobs = 2
    change(&options)
    var reports: [PhotoReport] = []
    var warnings: [String] = []
    var skipped: [SkippedFile] = []
    var orphans: [Orphan] = []
    let batch = try Batch(recipeFile: folder.path("recipe.yaml"), options: options) { event in
      if case .photo(let report) = event { reports.append(report) }
      if case .warning(let warning) = event { warnings.append(warning.message) }
      if case .skipped(let file) = event { skipped.append(file) }
      if case .orphan(let orphan) = event { orphans.append(orphan) }
    }
    let summary = try batch.run()
    return (reports, summary, warnings, skipped, orphans)
  }

  /// Publishes all pictures and loses the catalog's records, as a kill at that moment would. Returns the pictures.
  @discardableResult
  func killBeforeRecording() throws -> [String: Data] {
    try folder.write(recipe, to: "recipe.yaml")
    let place = try OutputFolder(path: output)
    let context = BatchContext(
      prepared: try PreparedRecipe(Recipe(contentsOf: folder.path("recipe.yaml")), limits: PhotoLimits()),
      options: BatchOptions(inputs: [photos], outputFolder: output), known: nil, journal: place.journal,
      budget: MemoryBudget(byteCount: 1 << 30), outputFolder: place.path, unfinishedPrefix: place.unfinishedPrefix,
      workingFolder: "/")
    var walk = InputWalk(outputFolder: output)
    try walk.add([photos])
    try place.begin()
    let ledger = BatchLedger(folder: place, catalog: try .inMemory(), context: context)
    _ = try ledger.publish(
      walk.photos.map { PhotoJob(photo: $0, context: context).open().run() }, after: BatchSummary())
    return try files()
  }

  /// The contents of every output, by path.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: output) ?? .init() {
      if path.hasSuffix(".png") || path.hasSuffix(".jpg") {
        files[path] = try Data(contentsOf: URL(fileURLWithPath: output + "/" + path))
      }
    }
    return files
  }

  /// The statuses of the outputs of a run, by path.
  static func statuses(_ reports: [PhotoReport]) -> [String: PhotoReport.Status] {
    Dictionary(uniqueKeysWithValues: reports.flatMap(\.outputs).map { ($0.path, $0.status) })
  }

  func catalog() throws -> Catalog { try Catalog(at: output + "/catalog.sqlite", createIfMissing: false) }
}

@Suite struct BatchTests {
  static let outputs = Set(
    ["VASE-7_front", "mugs/MUG-1_front", "mugs/MUG-1_side"].flatMap { ["\($0).png", "\($0)-20.jpg"] })

  /// A missing program path must not switch the sandbox off.
  @Test func aRequiredSandboxNeedsAProgram() throws {
    let folder = try TemporaryFolder()
    var options = BatchOptions(inputs: [folder.path], outputFolder: folder.path("out"))
    options.isSandboxRequired = true
    let recipe = try Recipe(yaml: "packshot: 1\noutputs: [ { file: a.png } ]", file: "recipe.yaml")
    let error = try #require(throws: PackshotError.self) { try Batch(recipe, options: options) { _ in } }
    #expect(error.details["setting"] == "sandboxProgram")
    var worker = RenderService.Options()
    worker.isSandboxRequired = true
    #expect(throws: PackshotError.self) { try RenderService(input: 0, output: 1, options: worker) }
  }

  /// A PNG of two pictures (APNG): its control chunk follows the header.
  @Test func anAnimationIsRefusedIfTheRecipeSaysSo() throws {
    let shop = try Shop(photos: ["a.png", "b.png"])
    var file = try Data(contentsOf: URL(fileURLWithPath: shop.photos + "/a.png"))
    file.insert(contentsOf: [0, 0, 0, 8] + Array("acTL".utf8) + [0, 0, 0, 2, 0, 0, 0, 0, 243, 141, 147, 112], at: 33)
    try file.write(to: URL(fileURLWithPath: shop.photos + "/a.png"))
    let read = try shop.run()
    #expect(read.reports.map(\.failure) == [nil, nil])
    #expect(read.reports[0].warnings.contains("this is an animation (APNG); only its default picture is read"))
    shop.recipe = shop.recipe.replacingOccurrences(of: "name: shop", with: "name: shop\nanimation: refuse")
    let refused = try shop.run()
    let failure = try #require(refused.reports[0].failure)
    #expect(failure.code == .recipe && failure.message.contains("the recipe refuses such photos"))
    #expect(refused.reports[1].failure == nil)
  }

  @Test func rendersEveryPhotoInAStableOrder() throws {
    let shop = try Shop()
    let run = try shop.run()
    #expect(
      run.reports.map(\.input)
        == ["VASE-7_front.png", "mugs/MUG-1_front.png", "mugs/MUG-1_side.png"].map { shop.photos + "/" + $0 })
    #expect(run.reports.allSatisfy { $0.status == .rendered && $0.failure == nil })
    #expect(run.summary.rendered == 3)
    #expect(run.summary.files == 6)
    #expect(Set(try shop.files().keys) == Self.outputs)
    for output in run.reports.flatMap(\.outputs) {
      let picture = try Photo(contentsOf: shop.output + "/" + output.path)
      #expect(try picture.size == PixelSize(width: output.width!, height: output.height!))
    }
  }

  @Test func theSecondRunRendersNothing() throws {
    let shop = try Shop()
    let first = try shop.run()
    let files = try shop.files()
    let second = try shop.run()
    #expect(second.summary.unchanged == 3 && second.summary.files == 0)
    #expect(second.reports.flatMap(\.outputs).map(\.sha256) == first.reports.flatMap(\.outputs).map(\.sha256))
    #expect(try shop.files() == files)
  }

  @Test func onlyChangedOutputsAreRendered() throws {
    let shop = try Shop()
    try shop.run()

    try shop.addPhoto("VASE-7_front.png", shade: 200)
    #expect(
      Shop.statuses(try shop.run().reports).filter { $0.value == .rendered }.keys.sorted() == [
        "VASE-7_front-20.jpg", "VASE-7_front.png",
      ])

    try FileManager.default.removeItem(atPath: shop.output + "/mugs/MUG-1_side.png")
    #expect(
      Shop.statuses(try shop.run().reports).filter { $0.value == .rendered }.keys.sorted() == ["mugs/MUG-1_side.png"])

    shop.recipe = shop.recipe.replacingOccurrences(of: "quality: 80", with: "quality: 81")
    #expect(
      Set(Shop.statuses(try shop.run().reports).filter { $0.value == .rendered }.keys)
        == Self.outputs.filter { $0.hasSuffix("jpg") })

    // Only the PNGs contain the badge.
    shop.recipe = shop.recipe.replacingOccurrences(of: "fill: red", with: "fill: blue")
    #expect(
      Set(Shop.statuses(try shop.run().reports).filter { $0.value == .rendered }.keys)
        == Self.outputs.filter { $0.hasSuffix("png") })

    try TestPicture.write(to: shop.folder.path("backdrop.png"), width: 40, height: 40, .black)
    #expect(try shop.run().summary.files == 6)
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func aTouchedPhotoWithTheSameBytesIsUnchanged() throws {
    let shop = try Shop()
    try shop.run()
    for path in [shop.photos + "/VASE-7_front.png", shop.output + "/VASE-7_front.png"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    }
    #expect(try shop.run().summary.unchanged == 3)
    #expect(try shop.run().summary.unchanged == 3)
  }

  /// As `rsync --inplace --times` and photo editors that preserve dates do.
  @Test func aFileRewrittenInPlaceWithTheSameSizeAndDateIsNoticed() throws {
    let shop = try Shop()
    try shop.run()
    for path in [shop.photos + "/VASE-7_front.png", shop.output + "/mugs/MUG-1_side.png"] {
      var before = stat()
      #expect(stat(path, &before) == 0)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The last byte of a PNG belongs to a checksum.
      bytes[bytes.count - 1] ^= 1
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: bytes)
      try file.close()
      var times = [before.st_atim, before.st_mtim]
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
      let after = try #require(FileStatus(path: path))
      #expect(after.byteCount == Int(before.st_size) && after.inode == Int64(before.st_ino))
    }
    let run = try shop.run()
    #expect(run.reports.map(\.status) == [.failed, .unchanged, .conflict])
  }

  @Test func aFileWithOnlyAStatusChangeIsUnchanged() throws {
    let shop = try Shop()
    try shop.run()
    let paths = [shop.photos + "/VASE-7_front.png", shop.output + "/mugs/MUG-1_side.png"]
    let before = try shop.catalog().photos().map(\.changedNanoseconds)
    for path in paths { #expect(chmod(path, 0o600) == 0) }
    let runs = try shop.catalog().runs().count
    #expect(try shop.run().summary.unchanged == 3)
    #expect(try shop.catalog().runs().count == runs)
    let after = try shop.catalog().photos().map(\.changedNanoseconds)
    #expect(zip(before, after).count { $0 != $1 } == 2)
    for path in paths {
      let status = try #require(FileStatus(path: path))
      let known = try shop.catalog().knownWork()
      #expect((known.original(path)?.stamp ?? known.rendition(path)?.stamp)?.isSure(of: status) == true)
    }
  }

  /// A catalog of version 2 has no times of status changes: files are read once, and nothing is rendered.
  @Test func aFileWithoutARecordedStatusChangeIsReadOnce() throws {
    let shop = try Shop()
    try shop.run()
    let catalog = try shop.catalog()
    try catalog.restamp(
      catalog.photos().map { photo in
        var stamp = photo.stamp
        stamp.changedNanoseconds = nil
        return (photo.id, stamp)
      })
    let run = try shop.run()
    #expect(run.summary.unchanged == 3)
    #expect(try shop.catalog().photos().filter { $0.kind != .source }.allSatisfy { $0.changedNanoseconds != nil })
  }

  @Test func anEditedOutputIsAConflictAndIsKept() throws {
    let shop = try Shop()
    try shop.run()
    let edited = shop.output + "/mugs/MUG-1_front.png"
    try TestPicture.write(to: edited, width: 3, height: 3, .black)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: edited))

    let run = try shop.run()
    #expect(run.summary.conflict == 1 && run.summary.unchanged == 2 && run.summary.files == 0)
    #expect(Shop.statuses(run.reports)["mugs/MUG-1_front.png"] == .conflict)
    #expect(Shop.statuses(run.reports)["mugs/MUG-1_front-20.jpg"] == .unchanged)
    // Another badge or --force would overwrite it, but it is kept.
    shop.recipe = shop.recipe.replacingOccurrences(of: "fill: red", with: "fill: blue")
    #expect(Shop.statuses(try shop.run { $0.force = true }.reports)["mugs/MUG-1_front.png"] == .conflict)
    #expect(try Data(contentsOf: URL(fileURLWithPath: edited)) == bytes)

    #expect(Shop.statuses(try shop.run { $0.overwrite = true }.reports)["mugs/MUG-1_front.png"] == .rendered)
    #expect(try Data(contentsOf: URL(fileURLWithPath: edited)) != bytes)
    #expect(try shop.run().summary.unchanged == 3)
  }

  /// Otherwise two recipes would overwrite each other's pictures in each run.
  @Test func anotherRecipesPictureIsAConflictThatNamesTheRecipe() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    try shop.run()
    let files = try shop.files()
    let own = shop.recipe
    shop.recipe = own.replacingOccurrences(of: "name: shop", with: "name: winter").replacingOccurrences(
      of: "sepiaTone: 0.5", with: "sepiaTone: 1")
    for isDryRun in [true, false] {
      let run = try shop.run { $0.isDryRun = isDryRun }
      #expect(run.summary.conflict == 1 && run.summary.files == 0)
      #expect(run.reports[0].outputs.map(\.conflict) == [.otherRecipe("shop"), .otherRecipe("shop")])
    }
    #expect(try shop.run { $0.force = true }.summary.conflict == 1)
    #expect(try shop.files() == files)
    // An edited picture is a foreign file, whichever recipe rendered it.
    try TestPicture.write(to: shop.output + "/VASE-7_front.png", width: 3, height: 3, .black)
    #expect(try shop.run().reports[0].outputs.map(\.conflict) == [.changed, .otherRecipe("shop")])

    #expect(try shop.run { $0.overwrite = true }.summary.files == 2)
    #expect(try shop.run().summary.unchanged == 1)
    shop.recipe = own
    #expect(try shop.run().reports[0].outputs.map(\.conflict) == [.otherRecipe("winter"), .otherRecipe("winter")])
    // A missing file is no conflict.
    try FileManager.default.removeItem(atPath: shop.output + "/VASE-7_front.png")
    #expect(try shop.run().reports[0].outputs.map(\.status) == [.rendered, .conflict])
  }

  @Test func anEditedRecipeReplacesItsOwnPictures() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    try shop.run()
    shop.recipe = shop.recipe.replacingOccurrences(of: "sepiaTone: 0.5", with: "sepiaTone: 1")
    #expect(try shop.run().summary.files == 2)
  }

  @Test func anUnknownFileIsNotOverwritten() throws {
    let shop = try Shop()
    _ = try shop.folder.folder("shop")
    try shop.folder.write("a note", to: "shop/VASE-7_front.png")
    let run = try shop.run()
    #expect(Shop.statuses(run.reports)["VASE-7_front.png"] == .conflict)
    #expect(run.reports.flatMap(\.outputs).compactMap(\.conflict) == [.foreign])
    #expect(try String(contentsOfFile: shop.output + "/VASE-7_front.png", encoding: .utf8) == "a note")
  }

  @Test func aFolderIsNotReplaced() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    _ = try shop.folder.folder("shop/VASE-7_front.png")
    let run = try shop.run { $0.overwrite = true }
    #expect(run.reports.flatMap(\.outputs).compactMap(\.conflict) == [.folder])
  }

  /// A file created while the photo is being rendered is as foreign as one that existed before.
  @Test(arguments: [false, true])
  func aFileCreatedDuringRenderingIsKept(isTheSame: Bool) throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    try shop.run()
    let catalog = try shop.catalog()
    let place = shop.output + "/VASE-7_front.png"
    let bytes = isTheSame ? try Data(contentsOf: URL(fileURLWithPath: place)) : Data("a letter".utf8)

    let folder = try OutputFolder(path: shop.output)
    var options = BatchOptions(inputs: [shop.photos], outputFolder: shop.output)
    options.force = true
    let context = BatchContext(
      prepared: try PreparedRecipe(Recipe(contentsOf: shop.folder.path("recipe.yaml")), limits: PhotoLimits()),
      options: options, known: try catalog.knownWork(), journal: OutputJournal(),
      budget: MemoryBudget(byteCount: 1 << 30),
      outputFolder: folder.path, unfinishedPrefix: folder.unfinishedPrefix, workingFolder: "/")
    let photo = InputPhoto(
      path: shop.photos + "/VASE-7_front.png", relative: "", fileName: "VASE-7_front.png")
    try FileManager.default.removeItem(atPath: place)
    let job = PhotoJob(photo: photo, context: context).open().run()
    try bytes.write(to: URL(fileURLWithPath: place))
    let report = try BatchLedger(folder: folder, catalog: catalog, context: context).publish(
      [job], after: BatchSummary())[0]
    #expect(Shop.statuses([report])["VASE-7_front.png"] == (isTheSame ? .unchanged : .conflict))
    #expect(Shop.statuses([report])["VASE-7_front-20.jpg"] == .rendered)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place)) == bytes)
  }

  @Test func aFolderThatCannotBeFlushedIsNamed() throws {
    let shop = try Shop()
    _ = try shop.folder.folder("shop/mugs")
    let folder = try OutputFolder(path: shop.output)
    #expect(folder.synchronizeNames(of: ["mugs/a.png", "b.png"]).isEmpty)
    // A folder that someone removes can't be flushed.
    let failures = folder.synchronizeNames(of: ["mugs/a.png", "vases/c.png", "b.png"])
    #expect(failures.map(\.folder) == [folder.path + "/vases"])
  }

  @Test func anInvalidCommandLeavesNothing() throws {
    let shop = try Shop()
    try shop.run()
    let lock = shop.output + "/" + OutputTree.lockName
    for hasRun in [true, false] {
      if !hasRun { try FileManager.default.removeItem(atPath: lock) }
      let error = #expect(throws: PackshotError.self) { try shop.run { $0.inputs = [shop.photos + "x"] } }
      #expect(error?.message.contains("photosx") == true)
      #expect(FileManager.default.fileExists(atPath: lock) == hasRun)
    }
  }

  @Test func aRunThatCannotOpenItsCatalogLeavesNoLock() throws {
    let shop = try Shop()
    #expect(throws: StoreError.self) { try shop.run { $0.catalog = shop.folder.path("nowhere/catalog.sqlite") } }
    #expect(!FileManager.default.fileExists(atPath: shop.output + "/" + OutputTree.lockName))
  }

  @Test func noOutputReplacesTheLock() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    shop.recipe = "packshot: 1\nname: lock\noutputs:\n- { file: .packshot.lock, format: png }\n"
    let error = #expect(throws: PackshotError.self) { try shop.run { $0.overwrite = true } }
    #expect(error?.message.contains("the lock of the output folder") == true)
  }

  @Test func aBrokenLinkIsAConflict() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    _ = try shop.folder.folder("shop")
    let place = shop.output + "/VASE-7_front.png"
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "nowhere")
    for isDryRun in [true, false] {
      #expect(
        Shop.statuses(try shop.run { $0.isDryRun = isDryRun }.reports)["VASE-7_front.png"] == .conflict)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place) == "nowhere")
    #expect(Shop.statuses(try shop.run { $0.overwrite = true }.reports)["VASE-7_front.png"] == .rendered)
  }

  /// Opening a pipe that has no writer would block forever.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func aPipeInPlaceOfAnOutputIsNeitherReplacedNorRead(isKnown: Bool) throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    if isKnown {
      try shop.run()
      try FileManager.default.removeItem(atPath: shop.output + "/VASE-7_front.png")
    }
    _ = try shop.folder.folder("shop")
    #expect(mkfifo(shop.output + "/VASE-7_front.png", 0o666) == 0)
    #expect(Shop.statuses(try shop.run { $0.force = true }.reports)["VASE-7_front.png"] == .conflict)
  }

  /// As a kill between renaming and recording leaves them.
  @Test func unrecordedOutputsAreAdopted() throws {
    let shop = try Shop()
    try shop.run()
    let files = try shop.files()
    for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: shop.output + "/" + name)
    }
    let run = try shop.run()
    #expect(run.summary.conflict == 0 && run.summary.failed == 0)
    #expect(try shop.files() == files)
    #expect(try shop.catalog().photos(kind: .rendition).count == 6)
    #expect(try shop.run().summary.unchanged == 3)
  }

  /// A kill between renaming and recording, then another recipe: the files are still packshot's own.
  @Test func unrecordedOutputsAreReplacedByAChangedRecipe() throws {
    let shop = try Shop()
    let lost = try shop.killBeforeRecording()
    shop.recipe = shop.recipe.replacingOccurrences(of: "sepiaTone: 0.5", with: "sepiaTone: 1")
    #expect(try shop.run { $0.isDryRun = true }.summary.wouldRender == 3)
    // Runs over other photos, even a killed one, leave them for the next run.
    try shop.run { $0.inputs = [shop.photos + "/VASE-7_front.png"] }
    let run = try shop.run()
    #expect(run.summary.conflict == 0 && run.summary.rendered == 2 && run.summary.unchanged == 1)
    #expect(try shop.files().count == lost.count)
    for (path, bytes) in try shop.files() { #expect(bytes != lost[path]) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: shop.output + "/" + OutputTree.lockName)).isEmpty)
  }

  @Test func unrecordedOutputsOfOthersAreConflicts() throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    try shop.killBeforeRecording()
    try TestPicture.write(to: shop.output + "/VASE-7_front.png", width: 3, height: 3, .black)
    shop.recipe = shop.recipe.replacingOccurrences(of: "name: shop", with: "name: winter").replacingOccurrences(
      of: "sepiaTone: 0.5", with: "sepiaTone: 1")
    #expect(try shop.run().reports[0].outputs.map(\.conflict) == [.foreign, .otherRecipe("shop")])
  }

  @Test func aRunLeavesNoTemporaryFilesAndRemovesThoseOfAKilledRun() throws {
    let shop = try Shop()
    _ = try shop.folder.folder("shop/mugs")
    try shop.folder.write("half a picture", to: "shop/mugs/\(shop.leftover())")
    try shop.folder.write("1", to: "shop/.packshot.lock")
    try shop.run()
    let names = FileManager.default.enumerator(atPath: shop.output)!.compactMap { $0 as? String }
    #expect(!names.contains { $0.contains(".packshot-") })
  }

  /// Even where this run has no outputs, but never files of others.
  @Test func temporaryFilesOfKilledRunsAreRemovedEverywhere() throws {
    let shop = try Shop()
    for folder in ["shop/old/deep", "shop/.hidden", "shop/other", "outside"] { _ = try shop.folder.folder(folder) }
    let left = try shop.leftover()
    try FileManager.default.createSymbolicLink(atPath: shop.output + "/link", withDestinationPath: "../outside")
    for folder in ["shop", "shop/old/deep", "shop/.hidden"] { try shop.folder.write("half", to: "\(folder)/\(left)") }
    // Behind a link; of another run, whose output folder is inside or around this one; a person's file.
    let kept = [
      "outside/\(left)", "shop/other/\(try shop.leftover(of: "shop/other"))", "shop/old/.packshot-notes",
      "shop/old/\(left).txt",
    ]
    for path in kept { try shop.folder.write("half", to: path) }
    try shop.folder.write("1", to: "shop/.packshot.lock")
    try FileManager.default.createDirectory(atPath: shop.output + "/old/\(left)", withIntermediateDirectories: false)

    try shop.run()
    let names = try FileManager.default.subpathsOfDirectory(atPath: shop.folder.path).filter {
      $0.contains(".packshot-")
    }
    #expect(Set(names) == Set(kept + ["shop/old/\(left)"]))
  }

  @Test func aKilledRunIsMarkedAsStoppedByTheNext() throws {
    let shop = try Shop()
    try shop.run()
    let options = try shop.catalog().runs()[0].options
    let killed = try shop.catalog().beginRun(host: "here", options: options, engineVersion: "1")
    try shop.run { $0.isDryRun = true }
    #expect(try shop.catalog().runs().first { $0.id == killed }?.status == .running)
    try shop.run()
    let run = try #require(try shop.catalog().runs().first { $0.id == killed })
    #expect(run.status == .stopped && run.finished == nil)
  }

  /// After a kill, some groups are recorded, but not the end of the run.
  @Test func aKilledRunIsRecordedWithItsFinishedPhotos() throws {
    let shop = try Shop()
    try shop.folder.write("a letter", to: "photos/letter.jpg")
    try shop.folder.write(shop.recipe, to: "recipe.yaml")
    let folder = try OutputFolder(path: shop.output)
    let catalog = try Catalog(at: shop.output + "/catalog.sqlite", createIfMissing: true)
    let context = BatchContext(
      prepared: try PreparedRecipe(Recipe(contentsOf: shop.folder.path("recipe.yaml")), limits: PhotoLimits()),
      options: BatchOptions(inputs: [shop.photos], outputFolder: shop.output), known: try catalog.knownWork(),
      journal: OutputJournal(), budget: MemoryBudget(byteCount: 1 << 30), outputFolder: folder.path,
      unfinishedPrefix: folder.unfinishedPrefix,
      workingFolder: "/")
    let ledger = BatchLedger(folder: folder, catalog: catalog, context: context)
    var summary = BatchSummary()
    summary.skipped = 5
    for group in [["mugs/MUG-1_front.png", "letter.jpg"], ["VASE-7_front.png"]] {
      let jobs = group.map { name in
        PhotoJob(
          photo: InputPhoto(path: shop.photos + "/" + name, relative: "", fileName: name), context: context
        ).open().run()
      }
      for report in try ledger.publish(jobs, after: summary) { summary.count(report) }
    }
    let run = try catalog.runs()[0]
    #expect(run.status == .running)
    #expect([run.rendered, run.unchanged, run.failed, run.conflict, run.skipped] == [2, 0, 1, 0, 5])
  }

  @Test func oneAndTwoWorkersGiveTheSameBytes() throws {
    let shop = try Shop(photos: (0..<8).map { "P-\($0)_a.png" })
    try shop.run { $0.jobs = 1 }
    let files = try shop.files()
    try FileManager.default.removeItem(atPath: shop.output)
    try shop.run { $0.jobs = 2 }
    #expect(try shop.files() == files)
  }

  @Test func aDryRunListsItsActionsAndWritesNothing() throws {
    let shop = try Shop()
    let run = try shop.run { $0.isDryRun = true }
    #expect(run.summary.wouldRender == 3)
    #expect(!FileManager.default.fileExists(atPath: shop.output))
    try shop.run()
    #expect(try shop.run { $0.isDryRun = true }.summary.unchanged == 3)
  }

  @Test func oneBadPhotoDoesNotStopABatch() throws {
    let shop = try Shop(photos: (0..<10).map { "P-\($0)_a.png" })
    try shop.folder.write("this is a letter", to: "photos/letter.jpg")
    try shop.folder.write("", to: "photos/empty.png")
    let whole = try Data(contentsOf: URL(fileURLWithPath: shop.photos + "/P-0_a.png"))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: shop.photos + "/truncated.png"))
    try shop.folder.write("notes", to: "photos/readme.txt")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: shop.photos + "/around", withDestinationPath: ".")
    try files.createSymbolicLink(atPath: shop.photos + "/circle.jpg", withDestinationPath: "circle.jpg")

    let run = try shop.run()
    #expect(run.summary.rendered == 10 && run.summary.failed == 4 && run.summary.skipped == 1)
    let failures = Dictionary(
      uniqueKeysWithValues: run.reports.compactMap { report in
        report.failure.map { ((report.input as NSString).lastPathComponent, $0.code) }
      })
    #expect(
      failures == [
        "letter.jpg": .notAnImage, "empty.png": .notAnImage, "truncated.png": .damaged, "circle.jpg": .unreadable,
      ])
    #expect(run.warnings.contains { $0.contains("around") })
    // Failures are recorded and retried.
    let catalog = try shop.catalog()
    #expect(try catalog.failures(ofRun: catalog.runs()[0].id).count == 4)
    #expect(try shop.run().summary.failed == 4)
  }

  @Test func aLockedFolderRefusesASecondRun() throws {
    let shop = try Shop()
    try shop.run()
    let lock = open(shop.output + "/.packshot.lock", O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: PackshotError.lockedFolder(path: shop.output)) { try shop.run() }
    // A published picture that isn't recorded yet would look like a foreign file.
    #expect(throws: PackshotError.lockedFolder(path: shop.output)) { try shop.run { $0.isDryRun = true } }
  }

  @Test func aLockThatIsALinkIsNotFollowed() throws {
    let shop = try Shop()
    _ = try shop.folder.folder("shop")
    try FileManager.default.createSymbolicLink(
      atPath: shop.output + "/.packshot.lock", withDestinationPath: shop.folder.path("elsewhere"))
    let error = try #require(throws: PackshotError.self) { try shop.run() }
    #expect(error.message.contains(".packshot.lock is a link"))
    #expect(!FileManager.default.fileExists(atPath: shop.folder.path("elsewhere")))
  }

  @Test func onlyAHeldLockMeansAnotherRun() {
    #expect(OutputFolder.lockError(SystemFailure(EWOULDBLOCK), folder: "out") == .lockedFolder(path: "out"))
    #expect(
      OutputFolder.lockError(SystemFailure(ENOLCK), folder: "out").message
        == "out cannot be written: it cannot be locked: No locks available")
  }

  @Test func aMissingInputIsReportedBeforeAnyWork() throws {
    let shop = try Shop()
    #expect(throws: PackshotError.missing(path: "/nowhere")) { try shop.run { $0.inputs = ["/nowhere"] } }
  }

  @Test func exceededLimitsNameTheSettingThatRaisesThem() throws {
    let shop = try Shop()
    let pixels = try shop.run { $0.limits.maxPixels = 1600 }
    #expect(pixels.summary.failed == 3)
    #expect(
      pixels.reports.allSatisfy {
        $0.failure!.code == .overLimit && $0.failure!.reason == "too-many-pixels"
          && $0.failure!.details["width"] == 60 && $0.failure!.details["limit"] == 1600
          && $0.failure!.remedy == .raiseLimit(.maxPixels)
      })
  }

  @Test func failFastEndsAtTheFirstFailure() throws {
    let shop = try Shop(photos: (0..<40).map { "P-\($0)_a.png" })
    try shop.folder.write("no picture", to: "photos/AAA.png")
    let run = try shop.run { ($0.failFast, $0.jobs) = (true, 1) }
    #expect(run.summary.failed == 1)
    #expect(run.summary.rendered < 40)
    #expect(run.summary.isStopped)
  }

  @Test func excludedFilesAreSkipped() throws {
    let run = try Shop().run { $0.excluded = ["mugs/*side*"] }
    #expect(run.summary.rendered == 2 && run.summary.skipped == 1)
  }
}

/// Actions that no options make a run take.
@Suite struct BatchSafetyTests {
  @Test func anOutputDoesNotFollowALinkOutOfTheOutputFolder() throws {
    let shop = try Shop()
    _ = try shop.folder.folder("outside")
    _ = try shop.folder.folder("shop")
    try FileManager.default.createSymbolicLink(atPath: shop.output + "/mugs", withDestinationPath: "../outside")
    let run = try shop.run()
    #expect(run.summary.failed == 2 && run.summary.rendered == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.folder.path("outside")).isEmpty)
  }

  @Test func noFolderIsCreatedBehindALinkThatLeadsOut() throws {
    let shop = try Shop(photos: ["mugs/deep/MUG-1_front.png"])
    _ = try shop.folder.folder("outside")
    _ = try shop.folder.folder("shop")
    try FileManager.default.createSymbolicLink(atPath: shop.output + "/mugs", withDestinationPath: "../outside")
    let run = try shop.run()
    #expect(run.reports.map(\.failure?.code) == [.cannotWrite])
    #expect(try #require(run.reports[0].failure).message.contains("points outside the output folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.folder.path("outside")).isEmpty)
  }

  @Test(arguments: ["kept/here", "../shop/kept/here", "kept/../kept/here"])
  func aLinkWithinTheOutputFolderIsFollowed(destination: String) throws {
    let shop = try Shop(photos: ["mugs/deep/MUG-1_front.png"])
    _ = try shop.folder.folder("shop/kept/here")
    try FileManager.default.createSymbolicLink(atPath: shop.output + "/mugs", withDestinationPath: destination)
    #expect(try shop.run().summary.rendered == 1)
    #expect(FileManager.default.fileExists(atPath: shop.output + "/kept/here/deep/MUG-1_front.png"))
    #expect(try shop.run().summary.unchanged == 1)
  }

  @Test func aFileInPlaceOfAFolderIsReported() throws {
    let shop = try Shop(photos: ["mugs/MUG-1_front.png"])
    _ = try shop.folder.folder("shop")
    try shop.folder.write("a note", to: "shop/mugs")
    let failure = try #require(try shop.run().reports[0].failure)
    #expect(failure.code == .cannotWrite && failure.message.contains("/mugs is not a folder"))
  }

  @Test func photosOutsideTheInputsAreReadAndReported() throws {
    let shop = try Shop(photos: ["mugs/MUG-1_front.png", "mugs/MUG-1_side.png"])
    for folder in ["outside/deep", "outside/x"] { _ = try shop.folder.folder(folder) }
    for name in ["A-1_a", "deep/A-2_a"] {
      try TestPicture.write(to: shop.folder.path("outside/\(name).png"), width: 9, height: 9, .white)
    }
    for (link, destination) in [
      ("in.png", "mugs/MUG-1_front.png"), ("out.png", "../outside/A-1_a.png"), ("supplier", "../outside"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: shop.photos + "/" + link, withDestinationPath: destination)
    }
    // A link back into the input is inside.
    try FileManager.default.createSymbolicLink(
      atPath: shop.folder.path("outside/x/back.png"), withDestinationPath: shop.photos + "/mugs/MUG-1_side.png")
    shop.recipe = "packshot: 1\noutputs: [ { file: \"{relative}/{stem}.png\" } ]"
    let run = try shop.run()
    #expect(run.summary.rendered == 7)
    #expect(
      run.warnings == [
        "3 photos are outside the given folders, reached through links such as \(shop.photos)/out.png"
      ])
    let inside = try shop.run { $0.excluded = ["out.png", "supplier"] }
    #expect(inside.summary.unchanged == 3 && inside.warnings.isEmpty)
  }

  @Test func noOutputReplacesAFileThatTheRunReads() throws {
    let shop = try Shop(photos: ["a.png"])
    shop.recipe = "packshot: 1\noutputs: [ { file: \"{stem}.png\" } ]"
    let original = try Data(contentsOf: URL(fileURLWithPath: shop.photos + "/a.png"))
    #expect(throws: PackshotError.replacesInput(path: shop.photos + "/a.png", role: "one of the photos")) {
      try shop.run { ($0.inputs, $0.outputFolder, $0.overwrite) = ([shop.photos + "/a.png"], shop.photos, true) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: shop.photos + "/a.png")) == original)

    shop.recipe = "packshot: 1\noutputs: [ { file: catalog.sqlite, format: png } ]"
    #expect(throws: PackshotError.self) { try shop.run { $0.overwrite = true } }
  }

  /// "é" as one scalar and as two: two files to the file system, equal strings to Swift.
  @Test func equalLookingNamesAreTwoPhotos() throws {
    let shop = try Shop(photos: ["caf\u{e9}.png", "cafe\u{301}.png"])
    #expect(try shop.run().summary.rendered == 2)
    #expect(try shop.run().summary.unchanged == 2)
  }

  /// Each is refused under a distinct name that encodes its bytes.
  @Test func namesThatAreNotUTF8AreRefusedUnderDistinctNames() throws {
    let shop = try Shop(photos: ["back\\slash.png"])
    let picture = try Data(contentsOf: URL(fileURLWithPath: shop.photos + "/back\\slash.png"))
    let write = { (name: [UInt8], bytes: Data) in
      let path = (Array((shop.photos + "/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o666)
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes)
    }
    try write([0xFF] + Array("a.png".utf8), picture)
    try write([0xFE] + Array("a.png".utf8), picture)
    try write(Array("\\xFFa\\".utf8) + [0xC3] + Array("é.png".utf8), picture)
    try write([0xFF] + Array("no-extension".utf8), picture)
    try write([0xFF] + Array("notes.txt".utf8), Data("notes".utf8))
    try write([0x2E, 0xFF] + Array("hidden.png".utf8), picture)
    try write([0xFF] + Array("out.png".utf8), picture)

    let run = try shop.run { $0.excluded = ["*out.png"] }
    #expect(run.summary.rendered == 1 && run.summary.skipped == 3)
    let names = [#"\\xFFa\\\xC3é.png"#, #"\xFEa.png"#, #"\xFFa.png"#, #"\xFFno-extension"#]
    let failed = run.reports.filter { $0.failure != nil }
    #expect(failed.map(\.input) == names.map { shop.photos + "/" + $0 })
    #expect(failed.allSatisfy { $0.failure?.code == .notUTF8 && $0.failure!.message.contains("convmv") })
    let recorded = try shop.catalog().failures(ofRun: shop.catalog().runs()[0].id)
    #expect(Set(recorded.map(\.path)) == Set(failed.map(\.input)))
    #expect(recorded.allSatisfy { $0.code == "not-utf-8" })
  }

  /// "/" with a combining mark is one character to Swift, but the file system sees a slash.
  @Test func aNameBeginningWithACombiningMarkDoesNotLeadOut() throws {
    let shop = try Shop(photos: [])
    try TestPicture.write(to: shop.photos + "/\u{301}MUG_...png", width: 9, height: 9, .white)
    shop.recipe = """
      packshot: 1
      outputs: [ { file: "{view}/{stem}.png" } ]
      catalog: { sku: '(?<sku>[^_]+)_(?<view>.+)' }
      """
    let run = try shop.run()
    #expect(run.reports.map(\.failure?.code) == [.badName])
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.folder.path).allSatisfy { !$0.contains("MUG") })
  }

  @Test func aNameBeginningWithACombiningMarkIsRendered() throws {
    let shop = try Shop(photos: [])
    _ = try shop.folder.folder("photos/mugs")
    try TestPicture.write(to: shop.photos + "/mugs/\u{301}x.png", width: 9, height: 9, .white)
    let run = try shop.run()
    #expect(run.summary.rendered == 1, "\(run.reports)")
    #expect(FileManager.default.fileExists(atPath: shop.output + "/mugs/\u{301}x.png"))
    #expect(try shop.run().summary.unchanged == 1)
  }

  @Test func aFileTooLargeForTheLimitIsRefusedUnread() throws {
    let shop = try Shop()
    let path = shop.photos + "/huge.jpg"
    try shop.folder.write("", to: "photos/huge.jpg")
    #expect(truncate(path, 1 << 41) == 0)
    let run = try shop.run()
    #expect(run.summary.rendered == 3)
    #expect(run.reports.compactMap(\.failure).map(\.code) == [.overLimit])
  }

  @Test func aDamagedImageOfTheRecipeIsTheRecipesError() throws {
    let shop = try Shop()
    let backdrop = shop.folder.path("backdrop.png")
    let whole = try Data(contentsOf: URL(fileURLWithPath: backdrop))
    try whole.prefix(whole.count - 20).write(to: URL(fileURLWithPath: backdrop))
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.path == "sources.backdrop")
  }

  @Test func thousandsOfInputsAreAccepted() throws {
    let shop = try Shop()
    let run = try shop.run { $0.inputs += Array(repeating: $0.inputs[0] + "/VASE-7_front.png", count: 4000) }
    #expect(run.summary.rendered == 3)
  }
}

@Suite struct ProvenanceTests {
  @Test func everyOutputRecordsItsSources() throws {
    let shop = try Shop()
    try shop.run()
    let catalog = try shop.catalog()
    #expect(try catalog.photos(kind: .original).count == 3)
    #expect(try catalog.photos(kind: .source).map { ($0.path as NSString).lastPathComponent } == ["backdrop.png"])

    let output = try catalog.details(ofPhoto: catalog.photo(matching: shop.output + "/mugs/MUG-1_side.png").id)
    #expect(output.source?.path == shop.photos + "/mugs/MUG-1_side.png")
    #expect(output.product?.sku == "MUG-1")
    #expect(output.photo.view == "side")
    #expect(output.recipe?.name == "shop")
    #expect(output.recipe?.canonicalYAML.contains("sepiaTone") == true)
    #expect(output.run?.status == .finished)
    #expect(output.ingredients.map { ($0.path as NSString).lastPathComponent } == ["backdrop.png"])

    let source = try catalog.details(ofPhoto: catalog.photo(matching: shop.photos + "/mugs/MUG-1_side.png").id)
    #expect(source.renditions.map(\.path) == ["mugs/MUG-1_side-20.jpg", "mugs/MUG-1_side.png"])
    #expect(try catalog.details(ofProduct: catalog.product(matching: "MUG-1").id).photos.count == 6)
  }

  @Test func aPhotoThatThePatternDoesNotMatchIsASeparateProduct() throws {
    let shop = try Shop(photos: ["odd name.png"])
    let run = try shop.run()
    #expect(run.summary.rendered == 1)
    #expect(run.reports[0].warnings.contains { $0.contains("sku") })
    #expect(try shop.catalog().product(matching: "odd name").sku == "odd name")
  }

  @Test func aPhotoWithAnInvisibleNameStopsNoRun() throws {
    let shop = try Shop(photos: [" .png", "\u{200B}.png", "MUG-1_front.png"])
    let run = try shop.run()
    #expect(run.summary.rendered == 3 && run.summary.failed == 0)
    #expect(
      try shop.catalog().products().map(\.sku).sorted() == [".png", "MUG-1"], "what isn't seen tells no products apart")
  }

  @Test func aTouchedOutputKeepsItsRecord() throws {
    let shop = try Shop()
    try shop.run()
    let before = try shop.catalog().photos(kind: .rendition)
    let runs = try shop.catalog().runs().count
    for photo in before {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: shop.output + "/" + photo.path)
    }
    #expect(try shop.run().summary.unchanged == 3)
    let after = try shop.catalog().photos(kind: .rendition)
    #expect(after.map(\.runId) == before.map(\.runId) && after.map(\.hasAlpha) == before.map(\.hasAlpha))
    #expect(after.allSatisfy { $0.modifiedNanoseconds == 1_000_000_000_000_000 })
    #expect(try shop.catalog().runs().count == runs, "a run that renders nothing is not recorded")
  }

  @Test func outputsFollowAMovedPhoto() throws {
    let shop = try Shop()
    try shop.run()
    let moved = shop.folder.path("elsewhere")
    try FileManager.default.moveItem(atPath: shop.photos, toPath: moved)
    #expect(try shop.run { $0.inputs = [moved] }.summary.unchanged == 3)
    let catalog = try shop.catalog()
    let output = try catalog.details(ofPhoto: catalog.photo(matching: shop.output + "/VASE-7_front.png").id)
    #expect(output.source?.path == moved + "/VASE-7_front.png")
    #expect(try shop.run { $0.inputs = [moved] }.summary.unchanged == 3)
  }

  @Test func anotherPatternMovesPhotosToOtherProducts() throws {
    let shop = try Shop()
    try shop.run()
    shop.recipe = shop.recipe.replacingOccurrences(of: "(?<sku>[A-Z0-9-]+)_", with: "(?<sku>[A-Z]+)-[0-9]+_")
    #expect(try shop.run().summary.unchanged == 3)
    let mugs = try shop.catalog().details(ofProduct: shop.catalog().product(matching: "MUG").id)
    #expect(mugs.photos.count == 6)
    #expect(try shop.catalog().products().map(\.sku).sorted() == ["MUG", "VASE"], "the old ones are gone")
    #expect(try shop.run().summary.unchanged == 3)
  }

  /// Outputs keep the ids of the run that rendered them, whichever run checks them later.
  @Test func outputsKeepTheRunAndRecipeThatRenderedThem() throws {
    let shop = try Shop()
    try shop.run()
    let madeBy = try shop.catalog().runs().map(\.id)
    let recipes = Set(try shop.catalog().photos(kind: .rendition).map(\.recipeId))
    // Another product; another folder of the photos; a copy of the folder in which every file was touched.
    shop.recipe = shop.recipe.replacingOccurrences(of: "(?<sku>[A-Z0-9-]+)_", with: "(?<sku>[A-Z]+)-[0-9]+_")
    try shop.run()
    try FileManager.default.moveItem(atPath: shop.photos, toPath: shop.folder.path("elsewhere"))
    #expect(try shop.run { $0.inputs = [shop.folder.path("elsewhere")] }.summary.unchanged == 3)
    for photo in try shop.catalog().photos(kind: .rendition) {
      #expect(photo.runId == madeBy[0] && recipes.contains(photo.recipeId))
      let details = try shop.catalog().details(ofPhoto: photo.id)
      #expect(details.source?.path.hasPrefix(shop.folder.path("elsewhere")) == true)
      #expect(["MUG", "VASE"].contains(details.product?.sku))
      #expect(details.ingredients.map { ($0.path as NSString).lastPathComponent } == ["backdrop.png"])
    }
    #expect(madeBy.count == 1 && recipes.count == 1)
  }

  /// Thumbnails that another recipe rendered show the same product as their photo.
  @Test func renditionsFollowTheirPhotoToAnotherProduct() throws {
    let shop = try Shop()
    try shop.run()
    let own = shop.recipe
    shop.recipe =
      "packshot: 1\noutputs: [ { file: \"{relative}/{stem}-small.png\", steps: [ { resize: { width: 9 } } ] } ]"
    try shop.run()
    shop.recipe = own.replacingOccurrences(of: "(?<sku>[A-Z0-9-]+)_", with: "(?<sku>[A-Z]+)-[0-9]+_")
    try shop.run()
    let vase = try shop.catalog().details(ofProduct: shop.catalog().product(matching: "VASE").id)
    #expect(
      Set(vase.photos.map { ($0.path as NSString).lastPathComponent }) == [
        "VASE-7_front.png", "VASE-7_front-20.jpg", "VASE-7_front-small.png",
      ])
  }

  /// The thumbnails' recipe doesn't mention products, so the photos keep theirs.
  @Test func aRecipeWithoutAPatternKeepsPhotosWithTheirProducts() throws {
    let shop = try Shop()
    try shop.run()
    let products = try shop.catalog().products().map(\.sku)
    shop.recipe =
      "packshot: 1\noutputs: [ { file: \"{relative}/{stem}-small.png\", steps: [ { resize: { width: 9 } } ] } ]"
    #expect(try shop.run().summary.rendered == 3)
    #expect(try shop.catalog().products().map(\.sku) == products)
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test(arguments: ["working: linear", "outputs: [ { file: \"{relative}/{stem}.png\", depth: 16 } ]"])
  func settingsThatAffectPixelsArePartOfTheCacheKey(line: String) throws {
    let shop = try Shop()
    let outputs = "outputs: [ { file: \"{relative}/{stem}.png\" } ]"
    let steps = "packshot: 1\nsteps: [ { resize: { width: 9 } } ]\n"
    shop.recipe = steps + outputs
    try shop.run()
    #expect(try shop.run().summary.unchanged == 3)
    shop.recipe = steps + (line.hasPrefix("outputs") ? line : line + "\n" + outputs)
    #expect(try shop.run().summary.rendered == 3)
    #expect(try shop.run().summary.unchanged == 3)
  }

  /// Sources are counted at the depths of the photos: here 4 MB at 8 bits, and not 8 MB at 16 bits as well.
  @Test func sourcesCountOnceInTheMemoryLimit() throws {
    let shop = try Shop()
    shop.recipe = """
      packshot: 1
      sources: { disc: { circle: { size: [1000, 1000] } } }
      steps: [ sourceOver: { foreground: disc } ]
      outputs: [ { file: "{relative}/{stem}.png" } ]
      """
    #expect(try shop.run { $0.limits.maxMemory = 7_000_000 }.summary.rendered == 3)
    #expect(throws: PackshotError.self) { try shop.run { ($0.limits.maxMemory, $0.force) = (3_000_000, true) } }
  }

  /// Inflating the photo at once takes 3 MB; reading it row by row takes a few rows.
  @Test func aPhotoIsReadRowByRowIfMemoryIsShort() throws {
    let shop = try Shop()
    try TestPicture.write(to: shop.photos + "/large.png", width: 1000, height: 1000, .white)
    shop.recipe = "packshot: 1\noutputs: [ { file: \"{stem}.jpg\", steps: [ { resize: { width: 500 } } ] } ]"
    let runs = try [2_500_000, 100_000_000].map { maxMemory in
      try shop.run { ($0.limits.maxMemory, $0.force) = (maxMemory, true) }
    }
    #expect(runs.map(\.summary.rendered) == [4, 4])
    #expect(runs[0].reports.map { $0.outputs.map(\.sha256) } == runs[1].reports.map { $0.outputs.map(\.sha256) })
  }

  /// Shared images take 4 MB for photos of 8 bits, and 8 MB for those of 16 bits, of which there is one.
  @Test(arguments: [(20_000_000, 4), (9_500_000, 3)])
  func aPhotoOfAnotherDepthFailsAloneIfMemoryIsShort(maxMemory: Int, rendered: Int) throws {
    let shop = try Shop()
    shop.recipe = """
      packshot: 1
      sources: { disc: { circle: { size: [1000, 1000] } } }
      steps: [ sourceOver: { foreground: disc } ]
      outputs: [ { file: "{relative}/{stem}.png" } ]
      """
    let deep = PixelBuffer(
      shape: ImageShape(
        size: PixelSize(width: 8, height: 8), format: PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .opaque)))
    var bytes = Data()
    let writer = try ImageCodec.makeWriter(shape: deep.shape, options: EncodeOptions(.png())) {
      bytes.append(contentsOf: $0)
    }
    try Image(deep).withBand { try writer.write($0) }
    try writer.finish()
    try bytes.write(to: URL(fileURLWithPath: shop.photos + "/Z_deep.png"))
    for jobs in [1, 3] {
      let run = try shop.run { ($0.limits.maxMemory, $0.jobs, $0.force) = (maxMemory, jobs, true) }
      #expect(run.summary.rendered == rendered && run.summary.failed == 4 - rendered)
    }
  }

  @Test func outputNamesCanContainSizes() throws {
    let shop = try Shop()
    shop.recipe =
      "packshot: 1\noutputs: [ { file: \"{relative}/{stem}-{width}x{height}.png\", steps: [ { resize: { width: 12 } } ] } ]"
    #expect(try shop.run().reports[0].outputs.map(\.path) == ["VASE-7_front-12x9.png"])
    #expect(try shop.run().summary.unchanged == 3)
  }

  @Test func anOutputFolderCanBeMovedWithItsCatalog() throws {
    let shop = try Shop()
    try shop.run()
    let moved = shop.folder.path("moved")
    try FileManager.default.moveItem(atPath: shop.output, toPath: moved)
    #expect(try shop.run { $0.outputFolder = moved }.summary.unchanged == 3)
  }
}
