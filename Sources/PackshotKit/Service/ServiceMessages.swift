import Errors
import Foundation

/// The first frame sent to a ``RenderService``: the recipe and the destination.
struct ServiceOpening: Decodable {
  /// The supported version of the protocol.
  static let version = 1

  /// The protocol's version. Decoded before the rest of the frame, because the first frame of another version may have
  /// nothing else in common.
  struct Version: Decodable { var `protocol`: Int }

  struct Recipe: Decodable {
    /// Path of a recipe file on this machine, which refers to its images as usual.
    var file: String?
    /// Text of the recipe. The files that it uses are in the payload.
    var yaml: String?
    /// Name, in messages, of a recipe sent as text.
    var name: String?
  }

  /// A file used by the recipe, contained in the payload.
  struct Resource: Decodable {
    /// The path as written in the recipe.
    var name: String
    var bytes: Int
    /// Path to record for the file. Defaults to ``name``.
    var path: String?
  }

  enum Pictures: String, Decodable {
    /// Written into the output folder.
    case files
    /// Sent in the answers' payloads.
    case bytes
  }

  var recipe: Recipe
  var resources: [Resource]?
  /// Id of the run, if several workers share a run.
  var run: UUID?
  /// Time at which the run started.
  var started: Timestamp?
  /// Absolute path or address of the folder where pictures are or will be stored.
  var output: String?
  /// The destination of pictures. Defaults to files if an output folder is named, and to bytes otherwise.
  var pictures: Pictures?
}

/// The answer to the first frame.
struct ServiceOpened: Encodable {
  struct Resource: Encodable {
    /// The path as written in the recipe, to be used as the name when the file is sent to other workers.
    var name: String
    /// Path of the file.
    var path: String
  }

  var `protocol` = ServiceOpening.version
  var run: RunRecord
  /// The files that the recipe uses.
  var resources: [Resource]
  var warnings: [String]
}

/// The last frame of a worker that ends before its input ends.
struct ServiceRefusal: Encodable {
  /// An error whose code is the ``ServiceError/Stage``.
  struct Failure: Encodable {
    var code: ServiceError.Stage
    var reason: String
    var message: String
    var details: Details?
    var remedy: Remedy?
  }

  var error: Failure

  init(_ error: ServiceError) {
    let cause = error.cause
    self.error = Failure(
      code: error.stage, reason: cause.reason, message: cause.message,
      details: cause.details.values.isEmpty ? nil : cause.details, remedy: cause.remedy)
  }
}

/// A photo to render.
struct ServicePhoto: Decodable {
  /// An id chosen by the sender, repeated in the answer.
  var id: String
  /// The photo's path or address, which is also recorded. Its last component is used for output names and products.
  var path: String
  /// The photo's folder relative to the named folder. Empty if the photo is directly in that folder.
  var relative: String?
  /// Whether the photo's bytes are the payload. Defaults to true if there is a payload. If false, the photo is read
  /// from the file at ``path``.
  var inPayload: Bool?
  /// Modification time of the original in nanoseconds since 1970, for a photo in the payload.
  var modified: Int64?
  /// The error to record if the sender could not get the photo.
  var failure: ErrorDescriptor?
}

/// The result of a photo. The payload contains the bytes of its pictures in the record's order, if they are not written
/// to files.
struct ServiceAnswer: Encodable {
  var id: String
  var record: PhotoRecord
}
