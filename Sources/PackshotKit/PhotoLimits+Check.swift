import Rendering

extension PhotoLimits {
  /// Checks what no type can say.
  func check() throws(PackshotError) {
    let counts = [("--max-pixels", maxPixels), ("--max-metadata", maxMetadata), ("--max-scans", maxScans)]
    for (name, value) in counts where value < 1 { throw .option(name: name, found: "\(value)", allowed: "1 or more") }
    if maxFileSize < 1 { throw .option(name: "--max-file-size", found: "\(maxFileSize)", allowed: "1 or more") }
    if maxMemory < 1_000_000 {
      throw .option(name: "--max-memory", found: "\(maxMemory) bytes", allowed: "1 MB or more, such as 512MB or 2GB")
    }
    if !(maxSeconds > 0 && maxSeconds <= 1e9) {
      throw .option(name: "--max-seconds", found: "\(maxSeconds)", allowed: "more than 0, up to 1000000000")
    }
  }
}
