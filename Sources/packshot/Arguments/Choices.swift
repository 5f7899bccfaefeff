import ArgumentParser
import PackshotKit
import PixelCore

// Enums of the engine that the command line offers under the same names. ArgumentParser lists them in help and
// completions.

extension ExchangeFormat: ExpressibleByArgument {}
extension DecimalSeparator: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
extension PhotoKind: ExpressibleByArgument {}
extension GoldenApproval.Cause: ExpressibleByArgument {}
extension KeptMetadata: ExpressibleByArgument {}
extension Resize.Mode: ExpressibleByArgument {}
extension ContactSheetStyle.Order: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
  /// Parses a CSS colour: a name or `#rrggbb`.
  public init?(argument: String) { self.init(css: argument) }
}

extension ImageFileFormat: ExpressibleByArgument {
  /// Parses a format's name, or one of its file extensions, such as `jpg`.
  public init?(argument: String) { self.init(pathExtension: argument) }

  /// The formats that can be written.
  public static var allValueStrings: [String] { allCases.filter(\.isWritten).map(\.rawValue) }
}

extension ArgumentHelp {
  /// Help for the quality of the formats that have one.
  static var quality: ArgumentHelp {
    let formats = ImageFileFormat.allCases.compactMap { format in
      format.parameter("quality").map { quality in
        "\(format.name) quality, \(quality.rangeText ?? quality.allowed) (default: \(quality.defaultValue ?? Value(.null)))."
      }
    }
    return ArgumentHelp("\(formats.joined(separator: " "))", valueName: "number")
  }
}

extension Sectioning: ExpressibleByArgument {
  /// Parses `letter`, or the name of an attribute.
  public init?(argument: String) { self = argument == "letter" ? .letter : .value(argument) }
}

extension Marketplace: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { names }
}
