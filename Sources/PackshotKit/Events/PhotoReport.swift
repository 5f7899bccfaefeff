import Errors
import Filters
import ObjectStore
import Pipeline
import Recipes
import Rendering
import Segmentation

/// The result of a photo.
public struct PhotoReport: Sendable, Equatable {
  /// The result of a photo or of one of its pictures.
  public enum Status: String, Sendable, Codable, CaseIterable {
    /// The photo or picture was rendered.
    case rendered
    /// The photo or picture was up to date.
    case unchanged
    /// The photo failed.
    case failed
    /// The picture was not written, because its path holds a file or folder that the run must not replace.
    case conflict
    /// A dry run found the photo or picture stale.
    case wouldRender = "would-render"
    /// Outputs only: the file was renamed because its photo was renamed or moved.
    case renamed
    /// Outputs only: a dry run would rename the file.
    case wouldRename = "would-rename"
  }

  /// The reason why an existing file at an output's path is kept.
  public enum Conflict: Sendable, Equatable {
    /// The file was modified since packshot made it.
    case changed
    /// The catalog has no record that packshot made the file.
    case foreign
    /// The path is a folder.
    case folder
    /// Another recipe, with this name, made the file.
    case otherRecipe(String)

    /// Returns a message about the output at `path`, which is relative to the output folder.
    public func message(_ path: String) -> String {
      switch self {
      case .changed: "\(path) was modified since packshot made it, so it is kept"
      case .foreign:
        "\(path) is already there, and packshot has no record of making it, so it is kept"
      case .folder: "\(path) is a folder, where a picture should go; move it, or give the output another name"
      case .otherRecipe(let name):
        "\(path) was made by another recipe, \(name), so it is kept"
      }
    }

    /// Returns the message as a warning, to be counted with others of the same kind.
    package func warning(_ path: String) -> Warning {
      let (kind, reason) =
        switch self {
        case .changed: ("existing picture kept", "modified since packshot made it")
        case .foreign: ("existing picture kept", "packshot has no record of making it")
        case .folder: ("picture not written", "a folder has its name")
        case .otherRecipe(let name): ("existing picture kept", "made by another recipe, \(name)")
        }
      return Warning(message(path), kind: kind, reason: reason, remedy: remedy)
    }

    /// What the user can do about the conflict, if the message doesn't say so.
    public var remedy: Remedy? {
      switch self {
      case .changed, .foreign: .allowOverwriting
      case .folder: nil
      case .otherRecipe: .separateFolders
      }
    }
  }

  /// One of the photo's pictures.
  public struct Output: Sendable, Equatable {
    /// Path of the file, relative to the output folder.
    public var path: String
    /// The result of this output.
    public var status: Status
    /// Former path, relative to the output folder, if the file was or would be renamed.
    public var renamedFrom: String?
    /// The kind of conflict, if the status is `conflict`.
    public var conflict: Conflict?
    /// Width in pixels. Nil if it is known only after rendering and the picture wasn't rendered.
    public var width: Int?
    /// Height in pixels. Nil if it is known only after rendering and the picture wasn't rendered.
    public var height: Int?
    /// Size in bytes of the file that was rendered or is up to date. Nil if the picture was neither rendered nor up to
    /// date.
    public var byteCount: Int?
    /// SHA-256 of the file, as 64 lower-case hexadecimal digits. Nil if ``byteCount`` is nil.
    public var sha256: String?
    /// Where the product is in the rendered photo, if a step searched for it.
    public var content: Content?
    /// Reasons why the output was or would be rendered.
    public var reasons: [RenderReason] = []
    /// Paths of the photos that the output shows, in order, if it shows several.
    public var photos: [String] = []
  }

  /// An output that the recipe doesn't make from this photo.
  public struct NotMade: Sendable, Equatable, Codable {
    /// The output's file name template.
    public var file: String
    /// The part of the output's `when` that doesn't match, or why a picture of several photos isn't made from this one.
    public var reason: String

    init(_ output: RenderPlan.NotMade, of recipe: Recipe) {
      (file, reason) = (recipe.outputs[output.place].template.text, output.reason)
    }
  }

  /// Path of the photo, as given on the command line or found below a given folder.
  public var input: String
  /// The result of the photo as a whole.
  public var status: Status
  /// The photo's pictures, in the recipe's order.
  public var outputs: [Output]
  /// Outputs whose `when` doesn't match the photo.
  public var notMade: [NotMade] = []
  /// Sources with no per-photo image for this photo, whose steps are skipped.
  public var leftOut: [String] = []
  /// Sources with a per-photo image for this photo.
  package var ownPictures: [String] = []
  /// SKU of the product that was added to the catalog for this photo. Nil if the product was already recorded.
  public var newProduct: String?
  /// The error if the photo failed.
  public var failure: PhotoFailure?
  /// Warnings about the photo.
  package var warningsWithRemedies: [Warning]
  /// The messages of all warnings.
  public var warnings: [String] { warningsWithRemedies.map(\.message) }
  /// Seconds spent on the photo. Nil if a stat check was enough.
  public var seconds: Double?

  init(
    input: String, status: Status, outputs: [Output], notMade: [NotMade] = [], failure: PhotoFailure?,
    warnings: [Warning], seconds: Double? = nil
  ) {
    (self.input, self.status, self.outputs, self.notMade) = (input, status, outputs, notMade)
    (self.failure, warningsWithRemedies, self.seconds) = (failure, warnings, seconds)
  }

  /// Reasons why outputs were or would be rendered, each once.
  public var reasons: [RenderReason] {
    RenderReason.allCases.filter { reason in outputs.contains { $0.reasons.contains(reason) } }
  }
}

extension PhotoReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case input, status, reason, outputs, notMade, leftOut, newProduct, seconds, warnings, error
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(input, forKey: .input)
    try container.encode(status, forKey: .status)
    if !reasons.isEmpty { try container.encode(reasons, forKey: .reason) }
    try container.encode(outputs, forKey: .outputs)
    if !notMade.isEmpty { try container.encode(notMade, forKey: .notMade) }
    if !leftOut.isEmpty { try container.encode(leftOut, forKey: .leftOut) }
    try container.encodeIfPresent(newProduct, forKey: .newProduct)
    try container.encodeIfPresent(seconds, forKey: .seconds)
    if !warnings.isEmpty { try container.encode(warnings, forKey: .warnings) }
    try container.encodeIfPresent(failure, forKey: .error)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      input: try container.decode(String.self, forKey: .input),
      status: try container.decode(Status.self, forKey: .status),
      outputs: try container.decode([Output].self, forKey: .outputs),
      notMade: try container.decodeIfPresent([NotMade].self, forKey: .notMade) ?? [],
      failure: try container.decodeIfPresent(PhotoFailure.self, forKey: .error),
      warnings: (try container.decodeIfPresent([String].self, forKey: .warnings) ?? []).map { Warning($0) },
      seconds: try container.decodeIfPresent(Double.self, forKey: .seconds))
    leftOut = try container.decodeIfPresent([String].self, forKey: .leftOut) ?? []
    newProduct = try container.decodeIfPresent(String.self, forKey: .newProduct)
  }
}

extension PhotoReport.Output: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, status, renamedFrom, reason, width, height, bytes, sha256, photos, content, conflict
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(status, forKey: .status)
    try container.encodeIfPresent(renamedFrom, forKey: .renamedFrom)
    if !reasons.isEmpty { try container.encode(reasons, forKey: .reason) }
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(byteCount, forKey: .bytes)
    try container.encode(sha256, forKey: .sha256)
    if !photos.isEmpty { try container.encode(photos, forKey: .photos) }
    try container.encodeIfPresent(content, forKey: .content)
    try container.encodeIfPresent(conflict, forKey: .conflict)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      status: try container.decode(PhotoReport.Status.self, forKey: .status),
      renamedFrom: try container.decodeIfPresent(String.self, forKey: .renamedFrom),
      conflict: try container.decodeIfPresent(PhotoReport.Conflict.self, forKey: .conflict),
      width: try container.decodeIfPresent(Int.self, forKey: .width),
      height: try container.decodeIfPresent(Int.self, forKey: .height),
      byteCount: try container.decodeIfPresent(Int.self, forKey: .bytes),
      sha256: try container.decodeIfPresent(String.self, forKey: .sha256),
      content: try container.decodeIfPresent(Content.self, forKey: .content),
      reasons: try container.decodeIfPresent([RenderReason].self, forKey: .reason) ?? [])
    photos = try container.decodeIfPresent([String].self, forKey: .photos) ?? []
  }
}

extension PhotoReport.Conflict: Codable {
  private enum CodingKeys: String, CodingKey { case code, recipe }
  private enum Code: String, Codable {
    case changed, foreign, folder
    case otherRecipe = "other-recipe"
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .changed: try container.encode(Code.changed, forKey: .code)
    case .foreign: try container.encode(Code.foreign, forKey: .code)
    case .folder: try container.encode(Code.folder, forKey: .code)
    case .otherRecipe(let name):
      try container.encode(Code.otherRecipe, forKey: .code)
      try container.encode(name, forKey: .recipe)
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Code.self, forKey: .code) {
    case .changed: self = .changed
    case .foreign: self = .foreign
    case .folder: self = .folder
    case .otherRecipe: self = .otherRecipe(try container.decode(String.self, forKey: .recipe))
    }
  }
}
