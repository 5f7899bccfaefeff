import ArgumentParser
import PackshotKit

// Choices of the engine that the command line offers by the same names. ArgumentParser lists them in help and
// completions.

extension ExchangeFormat: ExpressibleByArgument {}
extension PhotoKind: ExpressibleByArgument {}
extension Resize.Mode: ExpressibleByArgument {}

extension ImageFileFormat: ExpressibleByArgument {
  /// The format's name, or an extension of its files, such as `jpg`.
  public init?(argument: String) { self.init(pathExtension: argument) }
}

extension Sectioning: ExpressibleByArgument {
  /// `letter`, or the name of an attribute.
  public init?(argument: String) { self = argument == "letter" ? .letter : .value(argument) }
}
