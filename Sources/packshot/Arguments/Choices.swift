import ArgumentParser
import PackshotKit
import PixelCore

// Choices of the engine that the command line offers by the same names. ArgumentParser lists them in help and
// completions.

extension ExchangeFormat: ExpressibleByArgument {}
extension DecimalSeparator: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
extension PhotoKind: ExpressibleByArgument {}
extension GoldenApproval.Cause: ExpressibleByArgument {}
extension KeptMetadata: ExpressibleByArgument {}
extension Resize.Mode: ExpressibleByArgument {}
extension ContactSheetStyle.Caption: ExpressibleByArgument {}
extension ContactSheetStyle.Order: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
  /// A colour as CSS writes it: a name or `#rrggbb`.
  public init?(argument: String) { self.init(css: argument) }
}

extension ImageFileFormat: ExpressibleByArgument {
  /// The format's name, or an extension of its files, such as `jpg`.
  public init?(argument: String) { self.init(pathExtension: argument) }

  /// Options ask for formats to write.
  public static var allValueStrings: [String] { allCases.filter(\.isWritten).map(\.rawValue) }
}

extension ArgumentHelp {
  /// The quality of the formats that have one.
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
  /// `letter`, or the name of an attribute.
  public init?(argument: String) { self = argument == "letter" ? .letter : .value(argument) }
}

extension Marketplace: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { names }
}
