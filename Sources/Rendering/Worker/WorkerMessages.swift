import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// What a worker is told first.
struct WorkerSetup: Codable {
  /// Bytes that pictures may take in it.
  var maxMemory: Int
  /// The formats, by their identifiers, whose libraries it loads: once it is in the sandbox it cannot.
  var formats: [String]
  /// Whether it loads what texts are set with, too.
  var setsTexts: Bool

  init(maxMemory: Int, formats: Set<ImageFileFormat>, setsTexts: Bool) {
    (self.maxMemory, self.formats) = (maxMemory, formats.map(\.rawValue).sorted())
    self.setsTexts = setsTexts
  }
}

/// What a worker says when it is set up.
struct WorkerState: Codable {
  var hasSeccomp: Bool
  var landlockVersion: Int
  var hasLimits: Bool
  /// Whether it was built to look for mistakes, which no sandbox lets it.
  var isSanitized: Bool
  /// The versions of filters that it knows and that are not packshot's, by name; nothing where there are none.
  var ownFilters: [String: Int]?

  /// What is missing for a whole sandbox, in words.
  ///
  /// - Parameter all: Also what weighs little where there is a filter of system calls.
  func missing(all: Bool) -> [String] {
    if isSanitized { return [] }
    return (hasSeccomp ? [] : ["the kernel has no system-call filter (seccomp)"])
      + (landlockVersion > 0 || !all ? [] : ["the kernel has no Landlock, so only seccomp keeps files out of reach"])
      + (hasLimits || !all ? [] : ["its memory is not limited"])
  }
}

/// The recipe that a worker is to render by from now on. Its resources follow.
struct WorkerRecipe: Codable {
  /// The recipe in full, and its name for messages.
  var yaml: String
  var file: String
  var limits: PhotoLimits
  var resources: [File]

  struct File: Codable {
    var kind: Resource.Kind
    /// As the recipe writes it.
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

/// How large the texts are that are sources of a recipe, by their names; or which of its texts cannot be set, and why.
struct WorkerTextSizes: Codable {
  var sizes: [String: PixelSize] = [:]
  var wrongText: Int?
  var wrong: ErrorDescriptor?
}

/// A recipe's own pictures, to be made for photos of a depth.
struct WorkerSources: Codable {
  var depth: Int

  init(_ depth: PixelFormat.Depth) { self.depth = depth.rawValue }
}

/// A photo's file, or that of a picture that the photo before has of its own, which is handed over with it, open to be read.
struct WorkerPhoto: Codable {
  /// The recipe's source that it is; nil for the photo itself.
  var source: String?
  /// What messages call it.
  var path: String
  var byteCount: Int
  var limits: PhotoLimits
}

/// How the rows of a picture are to be read.
struct WorkerReading: Codable {
  var spareMemory: Int
}

/// What went wrong in a worker.
struct WorkerFailure: Codable, Error {
  var failure: PhotoFailure
  /// The node of the recipe at fault, where that is one of its pictures.
  var node: String?
}
