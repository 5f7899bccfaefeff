import Foundation

/// Another program, whose results are compared with ours.
struct Program: Sendable {
  /// libjpeg-turbo's decoder, if it is installed (Debian: libjpeg-turbo-progs).
  static let djpeg = Program("djpeg")

  /// Changes a JPEG's coding and keeps its coefficients. Comes with `djpeg`.
  static let jpegtran = Program("jpegtran")

  /// libwebp's decoder, if it is installed (Debian: webp).
  static let dwebp = Program("dwebp")

  /// libavif's encoder and decoder, if they are installed (Debian: libavif-bin).
  static let avifenc = Program("avifenc")
  static let avifdec = Program("avifdec")

  private let file: URL

  /// The program with this name in `PATH`.
  private init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = folders.map { URL(fileURLWithPath: String($0)).appending(path: name) }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
    self.file = file
  }

  /// Its standard output, whatever its warnings. Truncated output shows that it failed.
  func output(_ arguments: String...) throws -> [UInt8] { try output(arguments) }

  func output(_ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = file
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }

  /// A JPEG recoded by jpegtran, which must be installed, with these arguments.
  static func transcoded(_ file: [UInt8], _ arguments: String...) throws -> [UInt8] {
    try transcoded(file, arguments)
  }

  static func transcoded(_ file: [UInt8], _ arguments: [String]) throws -> [UInt8] {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
    try Data(file).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try jpegtran!.output(arguments + [place.path])
  }
}
