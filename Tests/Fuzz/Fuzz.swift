import Platform

/// Feeds one target with inputs from libFuzzer, or with files. `scripts/fuzz` runs it.
///
/// `Fuzz --target=NAME` accepts libFuzzer's own arguments too. libFuzzer ignores arguments that begin with two hyphens, so its
/// child processes get the target. `Fuzz --target=NAME --seeds=FOLDER FILE…` doesn't fuzz: it writes the target's seeds from
/// each file into the folder.
@main
struct Fuzz {
  /// All targets. To add one, add a file in `Targets` and its name here.
  private static let targets = [
    FuzzTarget(name: "jpeg", seeds: JPEGTarget.seeds, take: JPEGTarget.take),
    FuzzTarget(name: "png", seeds: PNGTarget.seeds, take: PNGTarget.take),
    FuzzTarget(name: "webp", seeds: WebPTarget.seeds, take: WebPTarget.take),
    FuzzTarget(name: "avif", seeds: AVIFTarget.seeds, take: AVIFTarget.take),
    FuzzTarget(name: "tiff", seeds: TIFFTarget.seeds, take: TIFFTarget.take),
    FuzzTarget(name: "heic", seeds: HEICTarget.seeds, take: HEICTarget.take),
    FuzzTarget(name: "bmp", seeds: BMPTarget.seeds, take: BMPTarget.take),
    FuzzTarget(name: "gif", seeds: GIFTarget.seeds, take: GIFTarget.take),
    FuzzTarget(name: "psd", seeds: PSDTarget.seeds, take: PSDTarget.take),
    FuzzTarget(name: "exif", seeds: ExifTarget.seeds, take: ExifTarget.take),
    FuzzTarget(name: "icc", seeds: ICCTarget.seeds, take: ICCTarget.take),
    FuzzTarget(name: "font", seeds: FontTarget.seeds, take: FontTarget.take),
    FuzzTarget(name: "archive", seeds: ArchiveTarget.seeds, take: ArchiveTarget.take),
    FuzzTarget(name: "header", seeds: HeaderTarget.seeds, take: HeaderTarget.take),
    FuzzTarget(name: "recipe", seeds: RecipeTarget.seeds, take: RecipeTarget.take),
  ]

  /// The fuzzed target. Set once, before the first input.
  nonisolated(unsafe) private static var target = targets[0]

  static func main() {
    let names = targets.map(\.name)
    guard let target = targets.first(where: { $0.name == option("target") }) else {
      print(names.joined(separator: "\n"))
      exit(64)
    }
    if let folder = option("seeds") {
      writeSeeds(of: target, to: folder)
    } else {
      self.target = target
      var count = CommandLine.argc
      var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
      exit(run(&count, &arguments) { start, count in Fuzz.take(UnsafeRawBufferPointer(start: start, count: count)) })
    }
  }

  /// The value of an argument such as `--target=png`.
  private static func option(_ name: String) -> String? {
    CommandLine.arguments.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
  }

  fileprivate static func take(_ input: UnsafeRawBufferPointer) -> CInt {
    target.take(Array(input))
    return 0
  }

  private static func writeSeeds(of target: FuzzTarget, to folder: String) {
    let files = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
    for (number, path) in files.enumerated() {
      guard let file = fopen(path, "r") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 256 << 10)
      let count = fread(&bytes, 1, bytes.count, file)
      bytes.removeLast(bytes.count - count)
      for (part, seed) in target.seeds(bytes).enumerated() {
        guard !seed.isEmpty, let out = fopen("\(folder)/\(number)-\(part)", "w") else { continue }
        fwrite(seed, 1, seed.count, out)
        fclose(out)
      }
    }
  }
}

/// libFuzzer's loop, called from the program's own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
