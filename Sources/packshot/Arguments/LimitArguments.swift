import ArgumentParser

/// How large photos may be.
struct LimitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The most pixels a photo may have, such as 100MP.", valueName: "pixels"))
  var maxPixels: Quantity?
  @Option(help: ArgumentHelp("Memory for photos at work, such as 512MB or 2GB.", valueName: "bytes"))
  var maxMemory: Quantity?
}
