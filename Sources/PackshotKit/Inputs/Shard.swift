import Files

/// One of several parts of a run's photos, so that several machines can share the work.
///
/// A photo's shard depends only on its path relative to the given folder and on the number of shards. So machines don't
/// need to communicate, the folder can be mounted at different paths, and adding or removing photos doesn't move other
/// photos to another shard.
public struct Shard: Sendable, Hashable {
  /// Index of the shard, from 0.
  public let index: Int
  /// Number of shards.
  public let count: Int

  /// Maximum number of shards. It is larger than job schedulers need.
  public static let mostCount = 100_000

  /// Creates the shard `index` of `count`, or returns nil if either is out of range.
  public init?(_ index: Int, of count: Int) {
    guard 1...Self.mostCount ~= count, 0..<count ~= index else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Parses a shard such as `2/8`, the third of eight.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isNumber = { (part: Substring) in part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
    guard parts.count == 2, parts.allSatisfy(isNumber), let index = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(index, of: count)
  }

  /// Whether a path belongs to this shard: the first 48 bits of the SHA-256 of its UTF-8 bytes, as a big-endian number,
  /// equal ``index`` modulo ``count``.
  public func contains(_ path: String) -> Bool {
    Int(SHA256.hex(of: path).prefix(12), radix: 16)! % count == index
  }

  /// Whether a photo belongs to this shard.
  func contains(_ photo: InputPhoto) -> Bool { contains(photo.pathBelowFolder) }

  /// Name of this shard's lock file in the output folder.
  var lockName: String { ".packshot-\(index)-of-\(count).lock" }
  /// Name of this shard's catalog in the output folder.
  var catalogName: String { "catalog-\(index)-of-\(count).sqlite" }
  /// Part of the names of this shard's unfinished files. It distinguishes them from other shards' unfinished files.
  var unfinishedMark: String { "\(index)of\(count)-" }
}

extension Shard: CustomStringConvertible {
  public var description: String { "\(index)/\(count)" }
}

extension Shard: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let shard = Shard(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a shard is written as 2/8")
    }
    self = shard
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension InputPhoto {
  /// Path relative to the named folder, or the file name if the photo itself was named.
  fileprivate var pathBelowFolder: String { `extension`.isEmpty ? name : name + "." + `extension` }
}
