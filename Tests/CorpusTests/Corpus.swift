import Foundation
import PackshotKit
import PixelCore
import Testing

/// Real photos and other programs' pictures, in the folder `PACKSHOT_CORPUS`. They aren't part of the project, so tests that
/// need them are skipped without the folder.
enum Corpus {
  static let root = ProcessInfo.processInfo.environment["PACKSHOT_CORPUS"]
  static var isAvailable: Bool { root != nil }
  static let reasonToSkip: Comment = "PACKSHOT_CORPUS names no folder"

  static func path(_ name: String) -> String { (root ?? "") + "/" + name }

  /// The JPEGs and PNGs in a folder, by name.
  static func pictures(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
    return names.filter { ["jpg", "jpeg", "png"].contains(($0 as NSString).pathExtension.lowercased()) }
      .sorted().map { path(folder) + "/" + $0 }
  }
}

extension Image {
  /// Four channels per pixel, row by row.
  var channels: [UInt8] {
    (0..<size.height).flatMap { y in
      Array(UnsafeRawBufferPointer(start: row(y), count: size.width * 4))
    }
  }
}
