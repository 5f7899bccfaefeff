import Errors
import Filters
import ImageCodecs
import PixelCore
import Platform
import Recipes

/// The first message to a worker.
struct WorkerSetup: Codable {
  /// Memory for pictures in bytes.
  var maxMemory: Int
  /// Identifiers of the formats whose libraries the worker loads before it enters the sandbox, where it can't load any.
  var formats: [String]
  /// Whether the worker also loads the text-setting libraries.
  var setsTexts: Bool

  init(maxMemory: Int, formats: Set<ImageFileFormat>, setsTexts: Bool) {
    (self.maxMemory, self.formats) = (maxMemory, formats.map(\.rawValue).sorted())
    self.setsTexts = setsTexts
  }
}

/// The message of a worker that is ready.
struct WorkerState: Codable {
  /// The missing parts of the sandbox.
  var gaps = SandboxGaps()
  /// Versions of the filters that the worker knows besides packshot's, by name. Nil if there are none.
  var ownFilters: [String: Int]?
}

/// The recipe for the following requests. Its resources follow.
struct WorkerRecipe: Codable {
  /// The full recipe, and its name for messages.
  var yaml: String
  var file: String
  var limits: PhotoLimits
  var resources: [File]

  struct File: Codable {
    var kind: Resource.Kind
    /// The path as the recipe writes it.
    var path: String
    var byteCount: Int
  }

  init(_ prepared: PreparedRecipe) {
    self.init(prepared.recipe, limits: prepared.limits, resources: prepared.resources)
  }

  init(_ recipe: Recipe, limits: PhotoLimits, resources: [Resource]) {
    (yaml, file) = (recipe.canonicalYAML, recipe.file)
    self.limits = limits
    self.resources = resources.map {
      File(kind: $0.kind, path: $0.writtenPath, byteCount: $0.content.image.count)
    }
  }
}

/// The sizes of texts that are sources, by source name, or else the index of a text that can't be set, with the reason.
struct WorkerTextSizes: Codable {
  var sizes: [String: PixelSize] = [:]
  var wrongText: Int?
  var wrong: ErrorDescriptor?
}

/// A photo, or a per-photo image of the previous photo. Its file, opened for reading, is sent with it.
struct WorkerPhoto: Codable {
  /// Name of the recipe's source for a per-photo image. Nil for a photo.
  var source: String?
  /// Name of the file in messages.
  var path: String
  var byteCount: Int
  var limits: PhotoLimits
}

/// A failure in a worker.
struct WorkerFailure: Codable, Error {
  var failure: PhotoFailure
  /// The location in the recipe if one of the recipe's images caused the failure.
  var node: String?
}
