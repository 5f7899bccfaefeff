import Catalog
import ImageCodecs

/// What a batch knows while photos are at work; the same for all of them.
struct BatchContext: Sendable {
  let recipe: BatchRecipe
  let options: BatchOptions
  /// What earlier runs left; nil if there is no catalog yet.
  let known: KnownWork?
  let budget: MemoryBudget
  /// The output folder, from the root.
  let outputFolder: String
  /// Where relative inputs begin.
  let workingFolder: String

  var limits: DecodeLimits { DecodeLimits(maxPixels: options.maxPixels) }

  func inputPath(_ input: String) -> String { absolutePath(input, from: workingFolder) }
  func outputPath(_ output: String) -> String { outputFolder + "/" + output }
}
