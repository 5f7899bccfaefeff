import ArgumentParser
import PackshotKit

/// How far pictures may be apart, and where to look.
struct ToleranceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Levels of 255 that a channel may be apart, alpha among them (default: 0, exactly).", valueName: "levels"))
  var channels: Double?
  @Option(
    help: ArgumentHelp(
      "Distance in OKLab that colours may be apart, in hundredths; 2 is just noticeable.", valueName: "distance"))
  var perceptual: Double?
  @Option(
    help: ArgumentHelp(
      "How alike every window of 8 × 8 pixels must be, 0 to 1: structural similarity.", valueName: "similarity"))
  var ssim: Double?
  @Flag(help: "Do not count pixels that only the anti-aliasing of an edge explains.") var ignoreAntialiasing = false
  @Option(help: ArgumentHelp("How many pixels may differ: 100, or 0.1%.", valueName: "count")) var pixels:
    PixelAllowance?
  @Option(
    help: ArgumentHelp(
      "How much of any window of 8 × 8 pixels may differ (default: 6.25%).", valueName: "percent"))
  var density: Percentage?
  @Option(
    help: ArgumentHelp("A rectangle not to look at: X,Y,WIDTH,HEIGHT; may be given again.", valueName: "rectangle"))
  var ignore: [Rectangle] = []
  @Option(help: ArgumentHelp("A rectangle to look at alone; may be given again.", valueName: "rectangle"))
  var only: [Rectangle] = []
  @Option(
    help: ArgumentHelp(
      "A picture of the same size: what is black or transparent there is not looked at.", valueName: "file"),
    completion: .photos)
  var mask: String?
  @Flag(help: "Do not compare the colour profiles.") var ignoreProfile = false

  func validate() throws {
    if [channels, perceptual, ssim].compactMap({ $0 }).count > 1 {
      throw ValidationError("--channels, --perceptual and --ssim are three ways to compare; give one.")
    }
    if let channels, !(0...255 ~= channels) { throw ValidationError("--channels is \(channels); it takes 0 to 255.") }
    if let perceptual, !(0...200 ~= perceptual) {
      throw ValidationError("--perceptual is \(perceptual); it takes 0 to 200, of which 2 is just noticeable.")
    }
    if let ssim, !(0...1 ~= ssim) {
      throw ValidationError("--ssim is \(ssim); it takes 0 to 1, of which 1 is the same.")
    }
    if density != nil, pixels == nil {
      throw ValidationError("--density says how dense the pixels may be that --pixels allows; give that too.")
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

/// A share as people write it: `0.1%`.
struct Percentage: ExpressibleByArgument {
  let share: Double

  init?(argument: String) {
    guard argument.hasSuffix("%"), let number = Double(argument.dropLast()), 0...100 ~= number else { return nil }
    share = number / 100
  }
}

/// A number of pixels, or a share of them.
struct PixelAllowance: ExpressibleByArgument {
  let allowance: Tolerance.Allowance

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

/// `X,Y,WIDTH,HEIGHT` in pixels.
struct Rectangle: ExpressibleByArgument {
  let rect: PixelRect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      width > 0, height > 0, max(abs(x), abs(y), width, height) < 1 << 31
    else { return nil }
    rect = PixelRect(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
  }
}
