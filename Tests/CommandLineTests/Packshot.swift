import Foundation
import PackshotKit

/// The program as a user runs it: beside the test bundle, in a process of its own, in a folder of its own.
final class Packshot {
  let folder: String

  struct Result {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard output, each of which is a JSON object.
    var events: [[String: Any]] {
      output.split(separator: "\n").map { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
      }
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/packshot-cli-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
    try run(arguments, environment: environment)
  }

  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.environment?["PACKSHOT_CATALOG"] = environment["PACKSHOT_CATALOG"]
    // Files rather than pipes: nothing to read at the same time, nothing that can fill up.
    let (output, errors) = (folder + "/.stdout", folder + "/.stderr")
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  func write(_ text: String, to name: String) throws {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// A photo of one colour.
  func writePhoto(_ name: String, width: Int = 60, height: Int = 40, shade: UInt8 = 90) throws {
    try write("", to: name)
    let color = Color(red: shade, green: 120, blue: 200)
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    for y in 0..<height {
      color.premultiplied(in: .encodedOpaque).fill(rows.mutableRow(y), count: width)
    }
    var bytes = Data()
    let coding: EncodeOptions.Coding = name.hasSuffix("png") ? .png() : .jpeg()
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: EncodeOptions(coding)) {
      bytes.append(contentsOf: $0)
    }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  private static let executable: URL = {
    // The runner is given the bundle's path, beside which the executables lie.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("packshot")
  }()
}
