import ArgumentParser
import PackshotKit

/// How much pictures may differ, and which regions are compared.
struct ToleranceArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest difference in any channel, alpha included, in levels of 255 (default: 0, exact).", valueName: "levels"),
    transform: Double.reading(0...255, "0 to 255 levels, such as 2"))
  var channels: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest colour difference in OKLab, in hundredths; 2 is just noticeable.", valueName: "distance"),
    transform: Double.reading(0...200, "0 to 200, where 2 is just noticeable"))
  var perceptual: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Smallest structural similarity, 0 to 1, of any 8 × 8 window, in brightness and in colour.",
      valueName: "similarity"),
    transform: Double.reading(0...1, "0 to 1, such as 0.98, where 1 means identical"))
  var ssim: Double?
  @Flag(help: "Ignore pixels that differ only by the anti-aliasing of an edge.") var ignoreAntialiasing = false
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Pixels that may differ, such as 100 or 0.1%.", valueName: "count"),
    transform: PixelAllowance.read)
  var pixels: PixelAllowance?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --pixels, the share of any 8 × 8 window that may differ (default: 6.25%).", valueName: "percent"),
    transform: Percentage.read)
  var density: Percentage?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A rectangle to ignore: X,Y,WIDTH,HEIGHT; repeatable.", valueName: "rectangle"),
    transform: Rectangle.read)
  var ignore: [Rectangle] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Compare only this rectangle; repeatable.", valueName: "rectangle"),
    transform: Rectangle.read)
  var only: [Rectangle] = []
  @Option(
    help: ArgumentHelp(
      "A picture of the same size. Differences are ignored where it is black or transparent.", valueName: "file"),
    completion: .photos)
  var mask: String?
  @Flag(help: "Do not compare the colour profiles.") var ignoreProfile = false

  func validate() throws {
    if [channels, perceptual, ssim].compactMap({ $0 }).count > 1 {
      throw ValidationError("--channels, --perceptual and --ssim are alternatives; give only one")
    }
    if density != nil, pixels?.allowsSome != true {
      throw ValidationError(
        "--density needs --pixels, such as --pixels 0.1%"
      )
    }
  }

  /// The tolerance.
  var tolerance: Tolerance {
    let measure: Measure =
      if let perceptual { .perceptual(perceptual) } else if let ssim { .structure(ssim) } else if let channels {
        .channels(channels)
      } else { .exact }
    return Tolerance(
      measure, countsAntialiasing: !ignoreAntialiasing, pixels: pixels?.allowance ?? .count(0),
      density: density?.share ?? Tolerance.defaultDensity, comparesProfiles: !ignoreProfile)
  }
}

/// A percentage, such as `0.1%`.
struct Percentage: FormattedArgument {
  static let format = "a share from 0% to 100%, such as 5%"
  let share: Double

  init?(argument: String) {
    guard argument.hasSuffix("%"), let number = Double(argument.dropLast()), 0...100 ~= number else { return nil }
    share = number / 100
  }
}

/// A number of pixels, or a percentage of them.
struct PixelAllowance: FormattedArgument {
  static let format = "a number of pixels, such as 100, or a share of them, such as 0.1%"
  let allowance: Tolerance.Allowance

  var allowsSome: Bool { allowance != .count(0) && allowance != .share(0) }

  init?(argument: String) {
    if let percentage = Percentage(argument: argument) {
      allowance = .share(percentage.share)
    } else if let count = Int(argument), count >= 0 {
      allowance = .count(count)
    } else {
      return nil
    }
  }
}

/// A rectangle as `X,Y,WIDTH,HEIGHT` in pixels.
struct Rectangle: FormattedArgument {
  static let format = "X,Y,WIDTH,HEIGHT in whole pixels, without spaces, such as 10,20,64,32"
  let rect: PixelRect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      width > 0, height > 0, max(abs(x), abs(y), width, height) < 1 << 31
    else { return nil }
    rect = PixelRect(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
  }
}
