import ArgumentParser
import PackshotKit

/// Limits for photos and the resources they take.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest photo, in pixels (default: 268MP).", valueName: "pixels"),
    transform: Quantity.read)
  var maxPixels: Quantity?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest file to read (default: 537MB).", valueName: "bytes"),
    transform: Quantity.read)
  var maxFileSize: Quantity?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most metadata to read: Exif with the colour profile, XMP and IPTC, each (default: 8MB).",
      valueName: "bytes"),
    transform: Quantity.read)
  var maxMetadata: Quantity?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Most scans in a JPEG (default: 100).", valueName: "number"),
    transform: Int.reading(1...Int(Int32.max), "1 or more, such as 100"))
  var maxScans: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for the photos being processed, such as 512MB or 2GB (default: 1GiB).", valueName: "bytes"),
    transform: Quantity.read)
  var maxMemory: Quantity?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Most seconds to spend on a photo (default: 60).", valueName: "seconds"),
    transform: Seconds.read)
  var maxSeconds: Seconds?

  /// The default limits, overridden by the options.
  var limits: PhotoLimits {
    var limits = PhotoLimits()
    if let maxPixels { limits.maxPixels = maxPixels.value }
    if let maxFileSize { limits.maxFileSize = maxFileSize.value }
    if let maxMetadata { limits.maxMetadata = maxMetadata.value }
    if let maxScans { limits.maxScans = maxScans }
    if let maxMemory { limits.maxMemory = maxMemory.value }
    if let maxSeconds { limits.maxSeconds = maxSeconds.value }
    return limits
  }
}

/// A duration in seconds, such as 60 or 0.5.
struct Seconds: FormattedArgument {
  static let format = "a number of seconds, such as 60 or 0.5"
  let value: Double

  init?(argument: String) {
    guard let value = Double(argument), value > 0, value <= 1e9 else { return nil }
    self.value = value
  }
}
