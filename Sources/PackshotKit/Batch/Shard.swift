import Files

/// One of the parts that a run's photos are divided into, so that several machines can share the work.
///
/// A photo's shard follows from its path below the given folder and from the number of shards, and from nothing else. So
/// machines need not talk to each other, the folder may be mounted at another place on each of them, and photos that are
/// added or removed leave the others where they are.
public struct Shard: Sendable, Hashable {
  /// From 0 up.
  public let index: Int
  /// How many parts there are.
  public let count: Int

  /// More than any scheduler's arrays have.
  public static let mostCount = 100_000

  /// The shard `index` of `count`; nil where there is none.
  public init?(_ index: Int, of count: Int) {
    guard 1...Self.mostCount ~= count, 0..<count ~= index else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Reads `2/8`: the third of eight.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isNumber = { (part: Substring) in part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
    guard parts.count == 2, parts.allSatisfy(isNumber), let index = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(index, of: count)
  }

  /// Whether what has a path is this shard's: the first 48 bits of the SHA-256 of its UTF-8, most significant first, leave
  /// ``index`` when divided by ``count``.
  public func contains(_ path: String) -> Bool {
    Int(SHA256.hex(of: path).prefix(12), radix: 16)! % count == index
  }

  /// Whether a photo is this shard's.
  func contains(_ photo: InputPhoto) -> Bool { contains(photo.pathBelowFolder) }

  /// The file in the output folder that a run of this shard holds the lock of.
  var lockName: String { ".packshot-\(index)-of-\(count).lock" }
  /// The catalog in the output folder that a run of this shard keeps.
  var catalogName: String { "catalog-\(index)-of-\(count).sqlite" }
  /// Tells the unfinished files of this shard's run from those of others.
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
  /// Where it is below the folder that was named; only its name, where it was named itself.
  fileprivate var pathBelowFolder: String { `extension`.isEmpty ? name : name + "." + `extension` }
}
