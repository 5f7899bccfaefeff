import Filters
import ImageCodecs
import Pipeline

/// Why one photo was not rendered. The rest of a batch goes on.
public struct PhotoFailure: Error, Equatable, Sendable {
  /// A word for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// Not a picture, or in an unsupported format.
    case notAnImage = "not-an-image"
    /// A picture whose data is truncated or corrupt.
    case damaged
    /// More pixels, bytes, scans or time than the limits allow.
    case overLimit = "over-limit"
    /// The file cannot be read.
    case unreadable
    /// The recipe cannot be applied to the photo.
    case recipe
    /// The output's name would be empty, lead out of the output folder, or be that of another output.
    case badName = "bad-name"
    /// The process that was reading it crashed; it had nothing else to do.
    case crashed
    /// The file's name is not UTF-8. In the path, here and on record, `\xFF` stands for a byte that is no part of a character
    /// and `\\` for a backslash; in the paths of other failures a backslash is itself.
    case notUTF8 = "not-utf-8"
    /// Something that we did not think of.
    case fault
    /// The output cannot be written.
    case cannotWrite = "cannot-write"
  }

  /// What kind of failure it is, for programs.
  public var code: Code
  /// What was found, for people.
  public var message: String

  /// A failure of some kind, in some words.
  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}

extension PhotoFailure {
  /// What went wrong with a photo, whatever noticed it.
  package init(_ error: any Error) {
    switch error {
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let failure as PhotoFailure: self = failure
    case let error as any PhotoFailureConvertible: self = error.photoFailure
    case let error as CodecError: self.init(Self.code(of: error), error.message)
    case let error as RecipeError: self.init(.recipe, error.description)
    case let error as FilterError: self.init(.recipe, error.message)
    default: self.init(.fault, "\(error)")
    }
  }

  private static func code(of error: CodecError) -> Code {
    switch error {
    case .notAnImage, .unsupported, .noLibrary: .notAnImage
    case .tooManyPixels, .sideTooLong, .outOfMemory, .tooMuchMetadata, .tooManyScans, .tookTooLong: .overLimit
    case .truncated, .damaged: .damaged
    case .tooLargeToWrite, .invalidOption, .tooManyBytes, .noPlanes, .notWritable: .recipe
    case .sinkFailed: .cannotWrite
    }
  }
}

/// An error that says itself what it is where it is a photo's.
package protocol PhotoFailureConvertible: Error {
  var photoFailure: PhotoFailure { get }
}
