/// What a recipe does with a photo: the shape after each step, which steps need the whole image, and the memory that it takes.
public struct RecipePlan: Equatable, Sendable, Codable {
  /// How large an image is, and what its pixels are.
  public struct Shape: Hashable, Sendable, Codable {
    /// Pixels across, or the most that there may be.
    public var width: Int
    /// Pixels down, or the most that there may be.
    public var height: Int
    /// Whether the size is known only once the photo's pixels are: then it is the most that it may be.
    public var isLimit: Bool
    /// `opaque`, `straight` or `premultiplied`.
    public var alpha: String
    /// Of a channel.
    public var bits: Int
  }

  /// What pixels are while steps work on them.
  public struct Working: Hashable, Sendable, Codable {
    /// Of a channel.
    public var bits: Int
    /// `encoded` or `linear`.
    public var transfer: String
  }

  /// A picture that steps use.
  public struct Source: Hashable, Sendable, Codable {
    /// By which steps name it.
    public var name: String
    /// What it is, and where it comes from, in words.
    public var summary: String
  }

  /// A step, with the image that comes of it.
  public struct Step: Hashable, Sendable, Codable {
    /// The filter with its parameters, as a recipe writes them.
    public var filter: String
    /// What comes of it.
    public var output: Shape
    /// How it is worked out.
    public var work: Work
  }

  /// How a step is worked out.
  public enum Work: String, Hashable, Sendable, Codable, CaseIterable {
    /// Row by row.
    case rows
    /// Row by row, in one loop with the next step.
    case fusedWithNext = "fused-with-next"
    /// Row by row, in one loop with the step before.
    case fused
    /// On the whole image, which has to be in memory.
    case whole
    /// On the whole image, once it has been resized.
    case late
  }

  /// An output that is made of the photo.
  public struct Output: Hashable, Sendable, Codable {
    /// As the recipe names its file.
    public var file: String
    /// In which way the photo's pixels come to it, and what it keeps of the photo's file, in words.
    public var notes: [String]
    /// Its own steps, after those for all outputs.
    public var steps: [Step]
    /// The format with its options.
    public var encoding: String
    /// What is encoded.
    public var encoded: Shape
  }

  /// The recipe's name.
  public var recipe: String
  /// What the photo is, in words.
  public var subject: String
  /// In the recipe's order.
  public var sources: [Source]
  /// As the steps begin.
  public var photo: Shape
  /// What is known of its file's colours, in words.
  public var colors: [String]
  /// Nil where pixels are only moved, and keep the file's values.
  public var working: Working?
  /// Those for all outputs.
  public var steps: [Step]
  /// Outputs that are not made of the photo.
  public var notMade: [PhotoReport.NotMade]
  /// In the recipe's order.
  public var outputs: [Output]
  /// For this photo, without its file.
  public var bytesPerPhoto: Int
  /// For all photos together.
  public var sharedBytes: Int
}
