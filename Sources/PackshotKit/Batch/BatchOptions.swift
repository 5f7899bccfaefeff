import Files
import Foundation
import Recipes
import Rendering

/// What a run is told besides its recipe.
public struct BatchOptions: Sendable {
  /// Photos and folders of photos.
  public var inputs: [String]
  /// Where pictures go.
  public var outputFolder: String
  /// Where the catalog is; nil for where the recipe says, else for `catalog.sqlite` in the output folder. A shard has one of its
  /// own beside that.
  public var catalog: String?
  /// Where the recipe says that the catalog of all photos is.
  private var catalogOfRecipe: String?
  /// The part of the photos to do; nil for all.
  public var shard: Shard?
  /// Photos at work at a time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// Says what would be done and writes nothing.
  public var isDryRun = false
  /// Renders also what is up to date.
  public var force = false
  /// Leaves what is up to date but for the engine or the libraries that made it.
  public var keepEngine = false
  /// Replaces outputs that were changed by hand.
  public var overwrite = false
  /// Removes pictures of the recipe that no photo and no output makes any more.
  public var prune = false
  /// Ends at the first photo that fails.
  public var failFast = false
  /// Patterns of what to leave out, by gitignore's rules.
  public var excluded: [String] = []
  /// Patterns of what to take; empty for everything that is not left out.
  public var included: [String] = []
  /// What has to hold of a photo's product: all of it.
  public var conditions: [ProductCondition] = []
  /// Takes those photos alone of whose products something has changed that the recipe asks, since their pictures were made.
  public var changedProducts = false
  /// A list of more photos and folders of photos.
  public var list: InputList?
  /// The program to read and render photos in processes of its own that can open and connect to nothing: packshot, or one whose
  /// `main` begins with a ``PhotoWorker``, as it has to be where the recipe has filters of your own. Nil to do it in this process.
  public var sandboxProgram: String?
  /// Whether it is an error that there can be no such process; otherwise it is done in this one then.
  public var isSandboxRequired = false
  /// Which profile CMYK is converted by that comes without one.
  public var cmyk = CMYKChoice.recipe
  /// What photos may be and take.
  public var limits = PhotoLimits()
  /// What a run is one pass of, where its folders are watched.
  var watch: BatchWatch?

  /// The usual options, for some photos and folders of photos.
  public init(inputs: [String], outputFolder: String) {
    self.inputs = inputs
    self.outputFolder = outputFolder
  }

  /// The catalog's path.
  public var catalogPath: String {
    if let catalog { return catalog }
    guard let shard else { return catalogOfAll }
    guard let catalogOfRecipe else { return outputFolder + "/" + shard.catalogName }
    let (folder, file) = catalogOfRecipe.splitPath
    let (stem, pathExtension) = file.splitFileName
    let name = "\(stem)-\(shard.index)-of-\(shard.count)" + (pathExtension.map { "." + $0 } ?? "")
    return (folder.map { $0 + "/" } ?? "") + name
  }

  /// The catalog of all photos that a shard's is to be imported into; nil where it is a run of all photos.
  public var catalogToImportInto: String? { shard.map { _ in catalogOfAll } }

  private var catalogOfAll: String { catalogOfRecipe ?? outputFolder + "/" + Self.catalogName }

  /// Whether nobody has said where the catalog is.
  var isCatalogInOutputFolder: Bool { catalog == nil && catalogOfRecipe == nil }

  /// The same, with the catalog where a recipe says, if that is not said here.
  public func settled(by recipe: Recipe) -> BatchOptions {
    var options = self
    options.catalogOfRecipe = recipe.catalogFile.map { RecipeFiles.resolve($0, in: recipe) }
    return options
  }

  /// What the catalog is called where nothing else is said.
  static let catalogName = "catalog.sqlite"

  /// Where photos were named: the inputs, and the list.
  var named: [String] { inputs + (list.map { [$0.name] } ?? []) }

  /// Checks what no type can say.
  func check() throws(PackshotError) {
    if outputFolder.isEmpty {
      throw .refusedSetting("outputFolder", found: "empty", allowed: .described("a folder, such as . for this one"))
    }
    if CatalogPaths.isAddress(outputFolder) {
      throw .refusedSetting("outputFolder", found: outputFolder, allowed: .described("a folder, not an address"))
    }
    try Self.checkSandbox(sandboxProgram, isRequired: isSandboxRequired)
    if jobs < 1 { throw .refusedSetting("jobs", found: "\(jobs)", allowed: .atLeast(1)) }
    if keepEngine, force {
      throw .notTogether("keepEngine", with: "force", why: "renders everything again")
    }
    if prune, shard != nil {
      throw .notTogether("prune", with: "shard", why: "sees a part of the pictures only")
    }
    if changedProducts, force {
      throw .notTogether("changedProducts", with: "force", why: "renders everything again")
    }
    try limits.check()
  }

  /// Throws where a sandbox is required that nothing can be started for.
  static func checkSandbox(_ program: String?, isRequired: Bool) throws(PackshotError) {
    guard isRequired, program == nil else { return }
    throw .refusedSetting(
      "sandboxProgram", found: "not given",
      allowed: .described("the program that reads photos, as a sandbox is required"))
  }

  /// Whether photos are chosen by what is known of their products.
  var choosesByProduct: Bool { changedProducts || !conditions.isEmpty }
}
