/// The plan of a recipe for a photo: the shape after each step, which steps need the whole image, and the memory
/// needed.
public struct RecipePlan: Equatable, Sendable, Codable {
  /// Size and pixel format of an image.
  public struct Shape: Hashable, Sendable, Codable {
    /// Width in pixels, or its maximum if ``isLimit`` is true.
    public var width: Int
    /// Height in pixels, or its maximum if ``isLimit`` is true.
    public var height: Int
    /// Whether the size is known only after decoding, so that width and height are upper bounds.
    public var isLimit: Bool
    /// `opaque`, `straight` or `premultiplied`.
    public var alpha: String
    /// Bits per channel.
    public var bits: Int
  }

  /// The pixel format that steps work in.
  public struct Working: Hashable, Sendable, Codable {
    /// Bits per channel.
    public var bits: Int
    /// `encoded` or `linear`.
    public var transfer: String
  }

  /// A picture that steps use.
  public struct Source: Hashable, Sendable, Codable {
    /// Name of the source in steps.
    public var name: String
    /// A description of the source.
    public var summary: String
  }

  /// A step with its result.
  public struct Step: Hashable, Sendable, Codable {
    /// The filter with its parameters, as a recipe writes them.
    public var filter: String
    /// Shape of the step's result.
    public var output: Shape
    /// How the step is computed.
    public var work: Work
  }

  /// How a step is computed.
  public enum Work: String, Hashable, Sendable, Codable, CaseIterable {
    /// Row by row.
    case rows
    /// Row by row, fused with the next step into one loop.
    case fusedWithNext = "fused-with-next"
    /// Row by row, fused with the previous step into one loop.
    case fused
    /// On the whole image, which has to be in memory.
    case whole
    /// On the whole image, after it was resized.
    case late
  }

  /// An output made from the photo.
  public struct Output: Hashable, Sendable, Codable {
    /// Template of the file name.
    public var file: String
    /// Notes on how the photo's pixels are decoded for the output, and what the output keeps of the photo's file.
    public var notes: [String]
    /// The output's own steps, after the steps for all outputs.
    public var steps: [Step]
    /// The format with its settings.
    public var encoding: String
    /// Shape of the encoded image.
    public var encoded: Shape
  }

  /// The recipe's name.
  public var recipe: String
  /// A description of the photo.
  public var subject: String
  /// The sources, in the recipe's order.
  public var sources: [Source]
  /// Shape of the photo before the first step.
  public var photo: Shape
  /// Descriptions of the colours of the photo's file.
  public var colors: [String]
  /// The working format. Nil if steps only move pixels, which keep the file's values.
  public var working: Working?
  /// The steps for all outputs.
  public var steps: [Step]
  /// Outputs that are not made from the photo.
  public var notMade: [PhotoReport.NotMade]
  /// The outputs, in the recipe's order.
  public var outputs: [Output]
  /// Memory needed for this photo in bytes, without its file.
  public var bytesPerPhoto: Int
  /// Memory shared by all photos in bytes.
  public var sharedBytes: Int
}
