/// The kind of failure of an error, as a word for programs. The command line's exit code follows from it.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable, Codable {
  /// The command line, or the request, is invalid.
  case usage
  /// An option has an invalid value, or cannot be combined with the other options given.
  case option
  /// The recipe is invalid, or cannot be applied to the photo.
  case recipe
  /// A filter cannot be applied as requested.
  case filter
  /// A condition on records cannot be read.
  case condition
  /// There is no entity, attribute or relationship with this name.
  case unknownName = "unknown-name"
  /// A deletion must be confirmed, and no one could be asked.
  case unconfirmed
  /// An environment variable has an invalid value.
  case environment
  /// The file to be created already exists.
  case exists
  /// An output would replace a file that the run needs.
  case replacesInput = "replaces-input"
  /// A picture can't be displayed in this environment.
  case noPreview = "no-preview"
  /// A file is larger than the limits allow.
  case overLimit = "over-limit"
  /// A picture's data is truncated or corrupt.
  case damaged
  /// The catalog refused the change: an invalid value, or a record that others refer to.
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
  /// For a photo: it isn't a picture, or its format isn't supported.
  case notAnImage = "not-an-image"
  /// For a photo: its output's name would be empty, lead out of the output folder, or equal another output's.
  case badName = "bad-name"
  /// For a photo: the process that read it crashed.
  case crashed
  /// For a photo: the file's name isn't UTF-8.
  case notUTF8 = "not-utf-8"
}
