import ArgumentParser

/// How large photos may be.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most pixels a photo may have, such as 100MP.", valueName: "pixels"),
    transform: Quantity.read)
  var maxPixels: Quantity?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Memory for photos at work, such as 512MB or 2GB.", valueName: "bytes"),
    transform: Quantity.read)
  var maxMemory: Quantity?
}
