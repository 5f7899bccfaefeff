import Errors
import Foundation

/// The first frame that a ``RecipeWorker`` is sent: what to render by, and where to.
struct WorkerOpening: Decodable {
  /// The version of the protocol that is spoken here.
  static let version = 1

  /// What it is looked at for first: another version may have nothing else in common.
  struct Version: Decodable { var `protocol`: Int }

  struct Recipe: Decodable {
    /// A recipe file on this machine, which finds its pictures as it does elsewhere.
    var file: String?
    /// The recipe's text. Its own files come in the payload.
    var yaml: String?
    /// What messages call a recipe that came as text.
    var name: String?
  }

  /// A file that the recipe names, in the payload.
  struct Resource: Decodable {
    /// As the recipe has it.
    var name: String
    var bytes: Int
    /// Where it is kept, for the record; ``name`` where nothing is said.
    var path: String?
  }

  enum Pictures: String, Decodable {
    /// Into the output folder.
    case files
    /// Into the answers' payloads.
    case bytes
  }

  var recipe: Recipe
  var resources: [Resource]?
  /// The run's id, where several workers do one run.
  var run: UUID?
  /// When it began.
  var started: Timestamp?
  /// Where pictures go, or will be put: a folder, from the root, or an address.
  var output: String?
  /// What becomes of them: files where an output folder is named, otherwise bytes.
  var pictures: Pictures?
}

/// The answer to the first frame.
struct WorkerOpened: Encodable {
  struct Resource: Encodable {
    /// As the recipe has it: what to call it where it is sent to other workers.
    var name: String
    /// Where it was found.
    var path: String
  }

  var `protocol` = WorkerOpening.version
  var run: RunRecord
  /// The recipe's own files.
  var resources: [Resource]
  var warnings: [String]
}

/// The last frame of a worker that ends before its input does.
struct WorkerRefusal: Encodable {
  /// An error whose code is the ``WorkerError/Stage``.
  struct Failure: Encodable {
    var code: WorkerError.Stage
    var reason: String
    var message: String
    var details: Details?
    var remedy: Remedy?
  }

  var error: Failure

  init(_ error: WorkerError) {
    let cause = error.cause
    self.error = Failure(
      code: error.stage, reason: cause.reason, message: cause.message,
      details: cause.details.values.isEmpty ? nil : cause.details, remedy: cause.remedy)
  }
}

/// A photo to render.
struct WorkerPhoto: Decodable {
  /// Stands in the answer.
  var id: String
  /// What the photo is called, on record too: a file's path, or an address. Its last part is the name that outputs and
  /// products are told by.
  var path: String
  /// Its folder below the folder that was named; empty where it lies in that itself.
  var relative: String?
  /// Whether its bytes are the payload; where nothing is said, they are if there are any. Otherwise the file is read.
  var inPayload: Bool?
  /// When the photo was last changed where it came from, in nanoseconds since 1970, for one whose bytes are the payload.
  var modified: Int64?
  /// Why there is nothing to render, where whoever sends photos could not get it: to be recorded.
  var failure: ErrorDescriptor?
}

/// What became of a photo. The payload holds its pictures' bytes in the record's order, where those are not written to files.
struct WorkerAnswer: Encodable {
  var id: String
  var record: PhotoRecord
}
