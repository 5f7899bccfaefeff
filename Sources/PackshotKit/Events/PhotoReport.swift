import Errors
import Filters
import ObjectStore
import Pipeline
import Recipes
import Rendering
import Segmentation

/// What became of a photo.
public struct PhotoReport: Sendable, Equatable {
  /// What becomes of a photo or of one of its pictures.
  public enum Status: String, Sendable, Codable, CaseIterable {
    /// It was rendered.
    case rendered
    /// It was up to date.
    case unchanged
    /// It could not be made.
    case failed
    /// Something else is in its place, and was left.
    case conflict
    /// It would be rendered by a run that is not dry.
    case wouldRender = "would-render"
    /// Of an output alone: its photo was renamed or moved, and so was it.
    case renamed
    /// Outputs only: a dry run would rename it.
    case wouldRename = "would-rename"
  }

  /// Why an output stays as it is.
  public enum Conflict: Sendable, Equatable {
    /// Somebody changed it.
    case changed
    /// Somebody put it there: nothing is on record of it.
    case foreign
    /// It is a folder.
    case folder
    /// Another recipe rendered it, which has this name.
    case otherRecipe(String)

    /// What is the matter with the output at a path below the output folder.
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

    /// The message about an output as a warning, to be counted with others like it.
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

    /// What a person can do about it, where the message does not say so.
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
    /// Below the output folder.
    public var path: String
    /// What became of it.
    public var status: Status
    /// Where it is renamed, or would be, its former path below the output folder.
    public var renamedFrom: String?
    /// Where it is in conflict, with what.
    public var conflict: Conflict?
    /// Pixels across, where it is there.
    public var width: Int?
    /// Pixels down, where it is there.
    public var height: Int?
    /// Bytes of its file, where it is there.
    public var byteCount: Int?
    /// SHA-256 of its file, in 64 lower-case digits.
    public var sha256: String?
    /// Where the product was as it was rendered, if a step looked for it.
    public var content: Content?
    /// Why it was rendered, or would be.
    public var reasons: [RenderReason] = []
  }

  /// An output that is not made of the photo.
  public struct NotMade: Sendable, Equatable, Codable {
    /// As the recipe names its file.
    public var file: String
    /// What its `when` asks for that does not hold.
    public var reason: String

    init(_ output: RenderPlan.NotMade, of recipe: Recipe) {
      (file, reason) = (recipe.outputs[output.place].template.text, output.reason)
    }
  }

  /// As named on the command line.
  public var input: String
  /// What became of the photo, all of its pictures together.
  public var status: Status
  /// Its pictures, in the recipe's order.
  public var outputs: [Output]
  /// The recipe's other outputs, which are not for such photos.
  public var notMade: [NotMade] = []
  /// The recipe's sources that there is no picture of the photo's own for, and whose steps are left out.
  public var leftOut: [String] = []
  /// The recipe's sources that there is one for.
  package var ownPictures: [String] = []
  /// The SKU of a product that was put on record because of the photo; nil if its product was on record before.
  public var newProduct: String?
  /// Why it failed; nil where it did not.
  public var failure: PhotoFailure?
  /// What the user should know, which is no failure.
  package var told: [Warning]
  /// The same as sentences.
  public var warnings: [String] { told.map(\.message) }
  /// How long it was at work; nil where its files needed no look inside.
  public var seconds: Double?

  init(
    input: String, status: Status, outputs: [Output], notMade: [NotMade] = [], failure: PhotoFailure?,
    warnings: [Warning], seconds: Double? = nil
  ) {
    (self.input, self.status, self.outputs, self.notMade) = (input, status, outputs, notMade)
    (self.failure, told, self.seconds) = (failure, warnings, seconds)
  }

  /// Why outputs were rendered, or would be.
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
    case path, status, renamedFrom, reason, width, height, bytes, sha256, content, conflict
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
