import ArgumentParser
import PackshotKit
import Parameters
import Text

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the file formats, or describe one.",
    discussion: """
      EXAMPLE
        packshot formats webp

      Prints the limits and settings of a format. The settings are keys of outputs.
      """)

  @Argument(help: "A format's name, or its file extension.") var name: ImageFileFormat?
  @Flag(help: "Print one JSON object per format.") var json = false

  func run() {
    for format in name.map({ [$0] }) ?? ImageFileFormat.allCases {
      if json {
        print(Self.describe(format))
      } else if name == nil {
        print(format.rawValue.padding(to: 6), Self.summary(format))
      } else {
        print("\(format.rawValue): \(Self.summary(format))\n")
        for line in format.type.parameterDescriptions.lines { print(line) }
        print("\nEXAMPLE\n  \(Self.example(of: format))")
      }
    }
  }

  private static func example(of format: ImageFileFormat) -> String {
    format.isWritten
      ? "- { file: \"{stem}.\(format.fileExtension)\" }"
      : "packshot render recipe.yaml photo.\(format.fileExtension) picture.jpg"
  }

  /// Returns a summary such as "PNG (.png), 8 or 16 bits per channel, alpha, lossless, sides up to 2147483647 pixels".
  private static func summary(_ format: ImageFileFormat) -> String {
    let extensions = format.type.extensions.map { ".\($0)" }.joined(separator: ", ")
    let depths = Spelling.list(depths(of: format).map(String.init), "or")
    let lossy = format.parameter("lossless") == nil ? "lossy" : "lossy or lossless"
    let abilities =
      [
        "\(format.name) (\(extensions))", "\(depths) bits per channel", format.canHoldAlpha ? "alpha" : "no alpha",
        format.isLossless ? "lossless" : lossy,
        format.isWritten ? "sides up to \(format.longestSide) pixels" : "only read, not written",
      ] + (format.mostPixels < .max ? ["up to \(format.mostPixels) pixels in total"] : [])
    return abilities.joined(separator: ", ")
  }

  /// Returns the bit depths that the format can store.
  private static func depths(of format: ImageFileFormat) -> [Int] {
    let stored = PixelFormat.Depth.allCases.map {
      format.type.init().stored(PixelFormat(depth: $0, transfer: .encoded, alpha: .opaque)).depth.rawValue
    }
    return Set(stored).sorted()
  }

  private static func describe(_ format: ImageFileFormat) -> JSONValue {
    .object([
      .init("name", .string(format.rawValue)), .init("title", .string(format.name)),
      .init("extensions", .array((format.type.extensions + format.type.rareExtensions).map { .string($0) })),
      .init("mediaType", .string(format.type.mediaType)), .init("reads", .boolean(true)),
      .init("writes", .boolean(format.isWritten)),
      .init("alpha", .boolean(format.canHoldAlpha)),
      .init("depths", .array(depths(of: format).map { .integer(Int64($0)) })),
      .init("lossless", .boolean(format.isLossless)),
      .init("longestSide", format.isWritten ? .integer(Int64(format.longestSide)) : .null),
      .init("parameters", .array(format.type.parameterDescriptions.map(JSONValue.init))),
    ])
  }
}
