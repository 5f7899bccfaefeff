import Foundation
import ImageCodecs

/// A kind of frame in a protocol that is made of frames.
protocol FrameKind: RawRepresentable<UInt8>, Sendable {
  /// How many bytes of it are taken.
  var limit: Int { get }
}

/// What keeps a frame from coming or going.
enum FrameError: Error {
  /// The other end is gone.
  case closed
  /// It took longer than it may.
  case timedOut
  /// What came is no frame that is expected.
  case malformed
  /// What was to be sent is more than a frame holds.
  case oversized
}

/// A frame that came.
struct Frame<Kind: FrameKind> {
  var kind: Kind
  var content: EncodedImage

  /// The value that it holds as JSON.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws(FrameError) -> Value {
    guard let value = try? content.withBytes({ try JSONDecoder().decode(Value.self, from: Data($0)) }) else {
      throw .malformed
    }
    return value
  }
}

/// Frames over two open files: how many bytes (32 bits, the low ones first), a kind, and the bytes, which are JSON or data.
///
/// Nobody trusts the other end: a frame has a kind that is known and no more bytes than its kind may have.
final class FrameStream<Kind: FrameKind> {
  private let ends: DescriptorPair
  /// What has come and was not taken yet: where frames are short, several come at a time.
  private let ahead = UnsafeMutableRawBufferPointer.allocate(byteCount: fewBytes, alignment: 16)
  private var waiting = 0..<0

  /// How many bytes cost less to copy than to hand to the system by themselves.
  private static var fewBytes: Int { 1 << 16 }

  /// How many bytes tell the length and the kind of a frame.
  private static var headerCount: Int { 5 }

  init(_ ends: DescriptorPair) { self.ends = ends }

  deinit { ahead.deallocate() }

  /// - Parameters:
  ///   - prefix: What comes before the bytes.
  ///   - end: Until when to try; nil for as long as it takes.
  func send(
    _ kind: Kind, behind prefix: [UInt8] = [], bytes: UnsafeRawBufferPointer,
    until end: ContinuousClock.Instant? = nil
  ) throws(FrameError) {
    let count = prefix.count + bytes.count
    guard count <= kind.limit else { throw .oversized }
    // Few bytes go along, so that the other end wakes once for them all.
    let along = bytes.count <= Self.fewBytes ? bytes.count : 0
    let header = littleEndianBytes(of: count) + [kind.rawValue] + prefix
    let start = EncodedImage(capacity: header.count + along) { room in
      room.copyBytes(from: header)
      UnsafeMutableRawBufferPointer(rebasing: room[header.count...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[..<along]))
      return header.count + along
    }
    try start.withBytes { (start: UnsafeRawBufferPointer) throws(FrameError) in try write(start, until: end) }
    try write(UnsafeRawBufferPointer(rebasing: bytes[along...]), until: end)
  }

  func send(_ kind: Kind, _ value: some Encodable, until end: ContinuousClock.Instant? = nil) throws {
    try JSONEncoder().encode(value).withUnsafeBytes { try send(kind, bytes: $0, until: end) }
  }

  /// Sends bytes in as many frames as it takes, each of which begins with the prefix.
  func send(
    _ kind: Kind, inPieces bytes: UnsafeRawBufferPointer, behind prefix: [UInt8] = [],
    until end: ContinuousClock.Instant? = nil
  ) throws(FrameError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = min(rest.count, kind.limit - prefix.count)
      try send(kind, behind: prefix, bytes: UnsafeRawBufferPointer(rebasing: rest[..<count]), until: end)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Waits for the next frame, of one of these kinds.
  ///
  /// - Parameter end: Until when to wait.
  func receive(_ kinds: [Kind], until end: ContinuousClock.Instant? = nil) throws(FrameError) -> Frame<Kind> {
    let header = try read(Self.headerCount, until: end).withBytes { Array($0) }
    let count = littleEndianNumber(header[..<4])
    guard let kind = Kind(rawValue: header[4]), kinds.contains(where: { $0.rawValue == kind.rawValue }),
      count <= kind.limit
    else { throw .malformed }
    return Frame(kind: kind, content: try read(count, until: end))
  }

  /// Waits for so many bytes in frames of a kind.
  func receive(_ kind: Kind, inPieces byteCount: Int) throws(FrameError) -> EncodedImage {
    try EncodedImage(capacity: byteCount) { (room) throws(FrameError) in
      var filled = 0
      while filled < byteCount {
        let part = try receive([kind]).content
        guard part.count > 0, part.count <= byteCount - filled else { throw .malformed }
        part.withBytes { UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyMemory(from: $0) }
        filled += part.count
      }
      return filled
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, until end: ContinuousClock.Instant?) throws(FrameError) {
    var rest = bytes
    while !rest.isEmpty {
      if let end { try ends.waitForOutput(until: end) }
      let count = ends.write(rest)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 { throw .closed }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private func read(_ count: Int, until end: ContinuousClock.Instant?) throws(FrameError) -> EncodedImage {
    try EncodedImage(capacity: count) { (room) throws(FrameError) in
      try fill(UnsafeMutableRawBufferPointer(rebasing: room[..<count]), until: end)
      return count
    }
  }

  /// Waits for as many bytes as there is room for.
  private func fill(_ room: UnsafeMutableRawBufferPointer, until end: ContinuousClock.Instant?) throws(FrameError) {
    var rest = room[...]
    while !rest.isEmpty {
      if waiting.isEmpty, rest.count < ahead.count { waiting = 0..<(try read(into: ahead, until: end)) }
      if waiting.isEmpty {
        rest = rest.dropFirst(try read(into: UnsafeMutableRawBufferPointer(rebasing: rest), until: end))
        continue
      }
      let taken = waiting.prefix(rest.count)
      UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: UnsafeRawBufferPointer(rebasing: ahead[taken]))
      (waiting, rest) = (taken.upperBound..<waiting.upperBound, rest.dropFirst(taken.count))
    }
  }

  /// Waits for some bytes; returns how many came.
  private func read(
    into room: UnsafeMutableRawBufferPointer, until end: ContinuousClock.Instant?
  ) throws(FrameError) -> Int {
    while true {
      if let end { try ends.waitForInput(until: end) }
      let count = ends.read(into: room.baseAddress!, room.count)
      if count > 0 { return count }
      if count == 0 || errno != EINTR { throw .closed }
    }
  }
}

/// 32 bits, the low ones first.
func littleEndianBytes(of number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

/// The number that 32 bits are, the low ones first.
func littleEndianNumber(_ bytes: some Sequence<UInt8>) -> Int {
  zip(bytes, 0..<4).reduce(0) { $0 | Int($1.0) << (8 * $1.1) }
}
