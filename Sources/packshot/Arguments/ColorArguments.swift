import ArgumentParser
import PackshotKit

/// How colours are converted, in addition to what the recipe says.
struct ColorArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      ICC profile for CMYK photos without one, or none for a simple formula (default: the recipe's `cmyk`, or \
      Ghostscript's profile if it is installed).
      """, valueName: "file"),
    completion: .file(extensions: ["icc", "icm"]))
  var cmyk: String?

  var choice: CMYKChoice {
    switch cmyk {
    case nil: .installed
    case "none": .none
    case let path?: .file(path)
    }
  }
}
