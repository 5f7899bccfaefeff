import Foundation
import ImageCodecs

/// What a run is told besides its recipe.
public struct BatchOptions: Sendable {
  /// Photos and folders of photos.
  public var inputs: [String]
  /// Where pictures go.
  public var outputFolder: String
  /// Where the catalog is; nil for `catalog.sqlite` in the output folder.
  public var catalog: String?
  /// Photos at work at a time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// Says what would be done and writes nothing.
  public var isDryRun = false
  /// Renders also what is up to date.
  public var force = false
  /// Replaces outputs that were changed by hand.
  public var overwrite = false
  /// Ends at the first photo that fails.
  public var failFast = false
  /// Globs of paths and names to leave out.
  public var excluded: [String] = []
  /// The most pixels that a photo may have.
  public var maxPixels = DecodeLimits().maxPixels
  /// Bytes that photos at work may hold in all.
  public var maxMemory = defaultMaxMemory

  /// 1 GiB.
  public static let defaultMaxMemory = 1 << 30

  public init(inputs: [String], outputFolder: String) {
    self.inputs = inputs
    self.outputFolder = outputFolder
  }

  /// The catalog's path.
  public var catalogPath: String { catalog ?? outputFolder + "/catalog.sqlite" }

  /// Checks what no type can say.
  func check() throws(PackshotError) {
    if outputFolder.isEmpty {
      throw .option(name: "--output", found: "empty", allowed: "a folder, such as . for this one")
    }
    if jobs < 1 { throw .option(name: "--jobs", found: "\(jobs)", allowed: "1 or more") }
    if maxPixels < 1 { throw .option(name: "--max-pixels", found: "\(maxPixels)", allowed: "1 or more") }
    if maxMemory < 1_000_000 {
      throw .option(name: "--max-memory", found: "\(maxMemory) bytes", allowed: "1 MB or more, such as 512MB or 2GB")
    }
  }
}
