import Foundation
import PixelCore
import Rendering
import TestSupport
import Testing

@testable import PackshotKit

/// Photos that another process replaces between the steps of a run.
@Suite struct ChangedPhotoTests {
  /// Outputs are named by the photo's header before the first photo is rendered.
  @Test(arguments: [
    #"{ file: "{stem}-{width}.png" }"#, #"{ file: "{stem}.png", when: { orientation: landscape } }"#,
  ])
  func aPhotoThatChangesAfterItsOutputsWereNamedFails(
    output: String
  ) throws {
    let shop = try Shop(photos: ["VASE-7_front.png"])
    let recipe = try Recipe(yaml: "packshot: 1\noutputs: [ \(output) ]", file: shop.folder.path("recipe.yaml"))
    let folder = try OutputFolder(path: shop.output)
    let context = BatchContext(
      prepared: try PreparedRecipe(recipe, limits: PhotoLimits()),
      options: BatchOptions(inputs: [shop.photos], outputFolder: shop.output), known: nil, journal: OutputJournal(),
      budget: MemoryBudget(byteCount: 1 << 30), outputFolder: folder.path, unfinishedPrefix: folder.unfinishedPrefix,
      workingFolder: "/")
    let path = shop.photos + "/VASE-7_front.png"
    let job = PhotoJob(
      photo: InputPhoto(path: path, relative: "", fileName: "VASE-7_front.png"), context: context)
    #expect(job.outputs?.count == 1)
    try TestPicture.write(to: path, width: 30, height: 60, .white)
    let finished = job.open().run()
    #expect(finished.failure?.message.contains("changed while it was being read") == true)
    #expect(finished.outputs.isEmpty)
  }
}
