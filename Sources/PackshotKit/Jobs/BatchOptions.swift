import Files
import Foundation
import Recipes
import Rendering

/// The settings of a run, apart from its recipe.
public struct BatchOptions: Sendable {
  /// Paths of photos and folders of photos.
  public var inputs: [String]
  /// Path of the output folder.
  public var outputFolder: String
  /// Path of the catalog. Defaults to the path in the recipe, or to `catalog.sqlite` in the output folder. A shard's
  /// default is a separate catalog beside that one.
  public var catalog: String?
  /// Path of the catalog according to the recipe.
  private var catalogOfRecipe: String?
  /// The shard of photos to process. Nil for all photos.
  public var shard: Shard?
  /// Number of photos rendered at the same time. Defaults to the number of processors.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// Whether to report what would be done without writing anything.
  public var isDryRun = false
  /// Whether to render outputs that are up to date as well.
  public var force = false
  /// Whether to keep outputs that are stale only because their engine, packshot or a library, has changed.
  public var keepEngine = false
  /// Whether to overwrite outputs that were modified since packshot made them.
  public var overwrite = false
  /// Whether to remove pictures that the recipe no longer produces from any photo.
  public var prune = false
  /// Seconds for which ``prune`` keeps a picture whose name contains its hash after a later picture took its place,
  /// because pages and caches may still refer to it. Defaults to 30 days.
  public var grace: TimeInterval = 30 * 86_400
  /// Whether to stop at the first photo that fails.
  public var failFast = false
  /// Patterns of files and folders to exclude, by gitignore's rules.
  public var excluded: [String] = []
  /// Patterns of files to include. If empty, every file that isn't excluded is included.
  public var included: [String] = []
  /// Conditions that a photo's product must match. All of them have to match.
  public var conditions: [ProductCondition] = []
  /// Whether to process only photos whose product has changed in a value that the recipe uses since their pictures were
  /// made.
  public var changedProducts = false
  /// A list of more photos and folders of photos.
  public var list: InputList?
  /// The program to start as sandboxed worker processes, which can't open files or connections: packshot, or a program
  /// whose `main` begins with a ``PhotoWorker``. A recipe with your own filters needs the latter. If nil, photos are
  /// rendered in process.
  public var sandboxProgram: String?
  /// Whether to fail if the sandbox is unavailable. If false, photos are rendered in process instead.
  public var isSandboxRequired = false
  /// The profile that converts CMYK pictures without an embedded profile. Defaults to the recipe's.
  public var cmyk = CMYKChoice.recipe
  /// Limits on the size of photos and on the resources to render them.
  public var limits = PhotoLimits()

  /// Creates the default options for photos and folders of photos.
  public init(inputs: [String], outputFolder: String) {
    self.inputs = inputs
    self.outputFolder = outputFolder
  }

  /// Path of the catalog.
  public var catalogPath: String {
    if let catalog { return catalog }
    guard let shard else { return catalogOfAll }
    guard let catalogOfRecipe else { return outputFolder + "/" + shard.catalogName }
    let (folder, file) = catalogOfRecipe.splitPath
    let (stem, pathExtension) = file.splitFileName
    let name = "\(stem)-\(shard.index)-of-\(shard.count)" + (pathExtension.map { "." + $0 } ?? "")
    return (folder.map { $0 + "/" } ?? "") + name
  }

  /// Path of the catalog that a shard's catalog is to be imported into. Nil unless the run is for a shard.
  public var catalogToImportInto: String? { shard.map { _ in catalogOfAll } }

  private var catalogOfAll: String { catalogOfRecipe ?? outputFolder + "/" + Self.catalogName }

  /// Whether neither the options nor the recipe name a catalog.
  var isCatalogInOutputFolder: Bool { catalog == nil && catalogOfRecipe == nil }

  /// Returns the options with the recipe's catalog, which applies if the options name none.
  public func resolved(by recipe: Recipe) -> BatchOptions {
    var options = self
    options.catalogOfRecipe = recipe.catalogFile.map { RecipeFiles.resolve($0, in: recipe) }
    return options
  }

  /// Default file name of the catalog.
  static let catalogName = "catalog.sqlite"

  /// The inputs as named: paths, and the name of the list.
  var named: [String] { inputs + (list.map { [$0.name] } ?? []) }

  /// Checks the ranges and combinations that the types can't express.
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
    // NaN fails this test, too.
    if !(grace >= 0) { throw .refusedSetting("grace", found: "\(grace / 86_400)", allowed: .atLeast(0)) }
    if changedProducts, force {
      throw .notTogether("changedProducts", with: "force", why: "renders everything again")
    }
    try limits.check()
  }

  /// Throws if the sandbox is required but no program is given for it.
  static func checkSandbox(_ program: String?, isRequired: Bool) throws(PackshotError) {
    guard isRequired, program == nil else { return }
    throw .refusedSetting(
      "sandboxProgram", found: "not given",
      allowed: .described("the program that reads photos, as a sandbox is required"))
  }

  /// Whether the run may leave out photos of its inputs.
  var isPartial: Bool { shard != nil || !included.isEmpty || !excluded.isEmpty || choosesByProduct }

  /// Whether photos are selected by their products.
  var choosesByProduct: Bool { changedProducts || !conditions.isEmpty }
}

extension RunStart {
  init(_ prepared: PreparedRecipe, _ options: BatchOptions, run: UUID) {
    let file = prepared.recipe.file
    self.init(
      run: options.isDryRun ? nil : run, started: Timestamp(),
      // A recipe that wasn't read from a file has a description instead of a path.
      recipe: Recipe(
        name: prepared.recipe.name, hash: prepared.hash, file: FileStatus.isAnything(at: file) ? file : nil),
      inputs: options.named, output: options.outputFolder, catalog: options.catalogPath, shard: options.shard,
      dryRun: options.isDryRun)
  }
}
