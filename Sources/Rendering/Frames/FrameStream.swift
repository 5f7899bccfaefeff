import Foundation
import ImageCodecs

/// The kinds of frames in a protocol.
protocol FrameKind: RawRepresentable<UInt8>, Sendable {
  /// Maximum size of a frame of this kind in bytes.
  var limit: Int { get }
}

/// An error while sending or receiving a frame.
enum FrameError: Error {
  /// The other end is closed.
  case closed
  /// The time limit was exceeded.
  case timedOut
  /// The input isn't a valid, expected frame.
  case malformed
  /// The content to send exceeds the maximum size of its kind.
  case oversized
}

/// A received frame.
struct Frame<Kind: FrameKind> {
  var kind: Kind
  var content: EncodedImage

  /// Decodes the content from JSON.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws(FrameError) -> Value {
    guard let value = try? content.withBytes({ try JSONDecoder().decode(Value.self, from: Data($0)) }) else {
      throw .malformed
    }
    return value
  }
}

/// Frames over two open files. A frame consists of its size (32 bits, little-endian), its kind, and its content, which
/// is JSON or data.
///
/// The other end isn't trusted: a frame must have a known kind and at most the size allowed for that kind.
final class FrameStream<Kind: FrameKind> {
  private let ends: DescriptorPair
  /// Bytes that were read but not used yet. Several short frames can arrive at once.
  private let ahead = UnsafeMutableRawBufferPointer.allocate(byteCount: fewBytes, alignment: 16)
  private var waiting = 0..<0

  /// Maximum number of bytes for which copying is cheaper than a separate system call.
  private static var fewBytes: Int { 1 << 16 }

  /// Size of a frame's header in bytes: its size and kind.
  private static var headerCount: Int { 5 }

  init(_ ends: DescriptorPair) { self.ends = ends }

  deinit { ahead.deallocate() }

  /// Sends a frame.
  ///
  /// - Parameters:
  ///   - prefix: Bytes to send before `bytes`.
  ///   - end: Time at which to give up. Nil for no limit.
  func send(
    _ kind: Kind, behind prefix: [UInt8] = [], bytes: UnsafeRawBufferPointer,
    until end: ContinuousClock.Instant? = nil
  ) throws(FrameError) {
    let count = prefix.count + bytes.count
    guard count <= kind.limit else { throw .oversized }
    // Short content is sent together with the header, so that the other end wakes only once.
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

  /// Sends bytes in as many frames as necessary. Each frame starts with the prefix.
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

  /// Waits for the next frame, which must be of one of these kinds.
  ///
  /// - Parameter end: Time at which to give up. Nil for no limit.
  func receive(_ kinds: [Kind], until end: ContinuousClock.Instant? = nil) throws(FrameError) -> Frame<Kind> {
    let header = try read(Self.headerCount, until: end).withBytes { Array($0) }
    let count = littleEndianNumber(header[..<4])
    guard let kind = Kind(rawValue: header[4]), kinds.contains(where: { $0.rawValue == kind.rawValue }),
      count <= kind.limit
    else { throw .malformed }
    return Frame(kind: kind, content: try read(count, until: end))
  }

  /// Waits for `byteCount` bytes in frames of a kind.
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

  /// Waits until `room` is full.
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

  /// Waits for bytes and returns how many have arrived.
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

/// Returns the number as 32 bits, little-endian.
func littleEndianBytes(of number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

/// Returns the number from 32 bits, little-endian.
func littleEndianNumber(_ bytes: some Sequence<UInt8>) -> Int {
  zip(bytes, 0..<4).reduce(0) { $0 | Int($1.0) << (8 * $1.1) }
}
