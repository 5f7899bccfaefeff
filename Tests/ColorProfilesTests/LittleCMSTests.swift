import ColorProfiles
import Foundation
import PixelKernels
import TestSupport
import Testing

/// Random colours compared with Little CMS in floating point, unoptimised, if it is installed.
@Suite(.enabled(if: LittleCMS.shared != nil, "liblcms2 is not installed")) struct LittleCMSTests {
  @Test(arguments: [
    ("four inks", ProfileBuilder.cmykProfile.bytes), ("a press", ProfileBuilder.press.bytes),
    ("a scanner", ProfileBuilder.scanner.bytes),
  ])
  func tablesAreWithinOneLevel(_ name: String, _ profile: [UInt8]) throws { try expectLevel(name, profile) }

  /// Tables that don't lead to L*a*b* are sampled.
  @Test(arguments: [
    ("a scanner to XYZ", ProfileBuilder.scannerToXYZ.bytes), ("cubes to XYZ", ProfileBuilder.cubes.bytes),
  ])
  func tablesToXYZAreWithinThreeLevelsAndMostlyWithinOne(_ name: String, _ profile: [UInt8]) throws {
    let (values, expected) = try colors(profile, channels: 3, count: 20_000)
    guard case .table(let table) = try ColorProfile.read(profile).get().transform() else {
      preconditionFailure("it works by a table")
    }
    var pixels = values
    pixels.withUnsafeMutableBytes {
      Kernels.current.convertToSRGB($0.baseAddress!, UnsafeRawPointer($0.baseAddress!), table, count: values.count / 4)
    }
    let errors = (0..<values.count / 4).map { pixel in
      (0..<3).map { abs(Double(pixels[4 * pixel + $0]) - expected[3 * pixel + $0]) }.max()!
    }.sorted()
    #expect(errors[errors.count * 999 / 1000] < 1.2 && errors.last! < 3.5, "\(name): \(errors.last!)")
  }

  /// Random pixels of four numbers each, and their sRGB levels as Little CMS converts them.
  private func colors(_ profile: [UInt8], channels: Int, count: Int) throws -> (values: [UInt8], expected: [Double]) {
    var generator = SeededGenerator(seed: 20)
    let values = (0..<4 * count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let shares = values.map { Double($0) / 255 }
    let expected = try #require(
      LittleCMS.shared?.converted(
        stride(from: 0, to: 4 * count, by: 4).flatMap { shares[$0..<$0 + channels] }, of: channels, by: profile))
    return (values, expected)
  }

  static let installed = "/usr/share/color/icc/ghostscript/default_cmyk.icc"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: installed), "icc-profiles-free is not installed"))
  func theDistributionsCMYKProfileIsWithinOneLevel() throws {
    try expectLevel("default_cmyk.icc", Array(Data(contentsOf: URL(fileURLWithPath: Self.installed))))
  }

  private func expectLevel(_ name: String, _ bytes: [UInt8]) throws {
    guard case .table(let table) = try ColorProfile.read(bytes).get().transform() else {
      preconditionFailure("it works by a table")
    }
    let (seed, count) = (20, 20_000)
    let (values, expected) = try colors(bytes, channels: table.channelCount, count: count)
    for level in CPULevel.available {
      var pixels = values
      pixels.withUnsafeMutableBytes {
        Kernels(level: level).convertToSRGB($0.baseAddress!, UnsafeRawPointer($0.baseAddress!), table, count: count)
      }
      var (largest, place) = (0.0, 0)
      for pixel in 0..<count {
        for channel in 0..<3 {
          let error = abs(Double(pixels[4 * pixel + channel]) - expected[3 * pixel + channel])
          if error > largest { (largest, place) = (error, pixel) }
        }
      }
      #expect(largest < 0.8, "\(name), \(values[4 * place..<4 * place + table.channelCount]) at \(level), seed \(seed)")
    }
    // The same colours in 16 bits: 26 of 65535 are a tenth of a level.
    var deep = values.map { UInt16($0) * 257 }
    deep.withUnsafeMutableBytes { pixels in
      let base = pixels.baseAddress!
      Kernels.current.convertToSRGB(base, UnsafeRawPointer(base), table, count: count, depth: .sixteen)
    }
    var largest = 0.0
    for pixel in 0..<count {
      for channel in 0..<3 {
        largest = max(largest, abs(Double(deep[4 * pixel + channel]) - 257 * expected[3 * pixel + channel]))
      }
    }
    #expect(largest < 26, "\(name) in 16 bits is \(largest) of 65535 off, seed \(seed)")
  }
}

/// The system's Little CMS, as far as conversions need it.
private struct LittleCMS: @unchecked Sendable {
  private typealias Pointer = UnsafeMutableRawPointer
  private let library: Pointer

  static let shared: LittleCMS? = dlopen("liblcms2.so.2", RTLD_NOW).map { LittleCMS(library: $0) }

  private func function<T>(_ name: String, _ type: T.Type) -> T { unsafeBitCast(dlsym(library, name)!, to: type) }

  /// Returns unrounded sRGB levels of values from 0 to 1, converted relative colorimetric with black-point compensation.
  func converted(_ values: [Double], of channels: Int, by profile: [UInt8]) -> [Double]? {
    let open = function("cmsOpenProfileFromMem", (@convention(c) (UnsafeRawPointer, UInt32) -> Pointer?).self)
    let create = function("cmsCreate_sRGBProfile", (@convention(c) () -> Pointer?).self)
    let link = function(
      "cmsCreateTransform", (@convention(c) (Pointer, UInt32, Pointer, UInt32, UInt32, UInt32) -> Pointer?).self)
    let convert = function(
      "cmsDoTransform", (@convention(c) (Pointer, UnsafeRawPointer, UnsafeMutableRawPointer, UInt32) -> Void).self)
    let close = function("cmsCloseProfile", (@convention(c) (Pointer) -> Int32).self)
    let delete = function("cmsDeleteTransform", (@convention(c) (Pointer) -> Void).self)
    // Little CMS describes doubles with 0 bytes and a floating-point flag. CMYK channels go to 100, others to 1.
    func doubles(_ space: UInt32, _ channels: Int) -> UInt32 { 1 << 22 | space << 16 | UInt32(channels) << 3 }
    let (relative, blackPoint, unoptimised): (UInt32, UInt32, UInt32) = (1, 0x2000, 0x0100)
    guard let source = open(profile, UInt32(profile.count)), let sRGB = create(),
      let transform = link(
        source, doubles(channels == 4 ? 6 : 4, channels), sRGB, doubles(4, 3), relative, blackPoint | unoptimised)
    else { return nil }
    let count = values.count / channels
    var result = [Double](repeating: 0, count: 3 * count)
    convert(transform, values.map { $0 * (channels == 4 ? 100 : 1) }, &result, UInt32(count))
    delete(transform)
    for profile in [source, sRGB] { _ = close(profile) }
    return result.map { 255 * min(1, max(0, $0)) }
  }
}
