/// What kind of failure an error is, as a word for programs. The command line's exit code follows from it.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable, Codable {
  /// The command line, or what was sent, is invalid.
  case usage
  /// An option has an invalid value, or cannot be combined with the others.
  case option
  /// The recipe is invalid, or cannot be applied to the photo.
  case recipe
  /// A filter cannot be applied as requested.
  case filter
  /// A condition on records cannot be read.
  case condition
  /// There is no entity, attribute or relationship with this name.
  case unknownName = "unknown-name"
  /// What deletes something has to be confirmed, and nobody could be asked.
  case unconfirmed
  /// An environment variable has an invalid value.
  case environment
  /// The file to be created already exists.
  case exists
  /// An output would replace a file that the run needs.
  case replacesInput = "replaces-input"
  /// A picture cannot be shown here.
  case noPreview = "no-preview"
  /// A file is larger than the limits allow.
  case overLimit = "over-limit"
  /// A picture's data is truncated or corrupt.
  case damaged
  /// The catalog refused: a value that is not allowed, or a record that others refer to.
  case refused
  /// An input, a catalog or a record does not exist, or the inputs contain no photo.
  case missing
  /// A file or folder cannot be read.
  case unreadable
  /// The file is not a catalog, or is damaged, or was made by a newer version.
  case catalog
  /// Another run is using the output folder, or the catalog is busy.
  case locked
  /// The output or the catalog cannot be written.
  case cannotWrite = "cannot-write"
  /// No sandboxed process could be started to read photos.
  case noWorker = "no-worker"
  /// An internal error in packshot.
  case fault
  /// Of a photo: it is no picture, or in an unsupported format.
  case notAnImage = "not-an-image"
  /// Of a photo: its output's name would be empty, lead out of the output folder, or be that of another output.
  case badName = "bad-name"
  /// Of a photo: the process that was reading it crashed.
  case crashed
  /// Of a photo: the file's name is not UTF-8.
  case notUTF8 = "not-utf-8"
}
