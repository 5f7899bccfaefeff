import ArgumentParser

/// How large photos may be.
struct LimitArguments: ParsableArguments {
  @Option(help: "The most pixels a photo may have, such as 100MP.") var maxPixels: Quantity?
  @Option(help: "Memory for photos at work, such as 512MB or 2GB.") var maxMemory: Quantity?
}
