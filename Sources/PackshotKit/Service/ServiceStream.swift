import Files
import Foundation
import ImageCodecs
import Platform

/// Frames on two pipes, as described in the article <doc:WorkerProtocol>. A frame consists of the header's length in 32
/// bits and the payload's length in 64 bits, both little-endian, then the header, which is a JSON object, and the
/// payload.
struct ServiceStream: Sendable {
  let input: Int32
  let output: Int32

  /// Maximum size of a header in bytes. It can contain the text of a recipe.
  static let headerLimit = 16 << 20

  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    // A larger pipe buffer holds whole photos, so that reader and writer don't wait for each other in turns.
    for end in [input, output] { System.enlargePipe(end, byteCount: 1 << 20) }
  }

  struct Frame {
    var header: Data
    /// The payload. Nil if it exceeds the limit: its bytes are then read and discarded.
    var payload: EncodedImage?
    /// Size of the payload in bytes, even if it was discarded.
    var payloadCount: UInt64
  }

  /// Reads the next frame. Returns nil at the end of input. Only one thread at a time can call this.
  ///
  /// - Parameter payloadLimit: Maximum size of a payload in bytes.
  func read(payloadLimit: Int) throws(ServiceError) -> Frame? {
    let lengths = try part("lengths", of: 12, canEnd: true)
    if lengths.count == 0 { return nil }
    let (header, payload) = lengths.withBytes { bytes in
      (
        UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      )
    }
    guard header <= Self.headerLimit else {
      throw ServiceError(
        .frame, "header-too-long",
        "a frame's header is said to have \(header) bytes; at most \(Self.headerLimit) are allowed")
    }
    let text = try part("header", of: Int(header)).withBytes { Data($0) }
    guard payload > UInt64(payloadLimit) else {
      return Frame(header: text, payload: try part("payload", of: Int(payload)), payloadCount: payload)
    }
    var rest = payload
    while rest > 0 { rest -= UInt64(try part("payload", of: Int(min(rest, 1 << 20))).count) }
    return Frame(header: text, payload: nil, payloadCount: payload)
  }

  /// Writes a frame. Only one thread at a time can call this.
  func write(_ header: Data, _ payload: [[UInt8]] = []) throws(ServiceError) {
    var lengths = [UInt8](repeating: 0, count: 12)
    lengths.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt32(header.count).littleEndian, as: UInt32.self)
      let count = UInt64(payload.reduce(0) { $0 + $1.count })
      bytes.storeBytes(of: count.littleEndian, toByteOffset: 4, as: UInt64.self)
    }
    for bytes in [lengths + header] + payload {
      do throws(SystemFailure) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(SystemFailure) in try Descriptor(output).write(bytes) }
        }
        .get()
      } catch {
        throw ServiceError(.answer, "answer-not-taken", "the answer cannot be written: \(error.reason)")
      }
    }
  }

  /// Reads `count` bytes. If `canEnd` is true and the input ends before the first of these bytes, returns no bytes.
  private func part(_ name: String, of count: Int, canEnd: Bool = false) throws(ServiceError) -> EncodedImage {
    // Reserves the announced length, but only pages that receive bytes take memory.
    let bytes = try EncodedImage(capacity: max(count, 1)) { room throws(ServiceError) in
      var filled = 0
      while filled < count {
        let got = Platform.read(input, room.baseAddress! + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else {
          throw ServiceError(.frame, "unreadable-input", "standard input cannot be read: \(systemError())")
        }
        if got == 0 { break }
        filled += got
      }
      return filled
    }
    guard bytes.count == count || canEnd && bytes.count == 0 else {
      throw ServiceError(
        .frame, "input-ends-early", "standard input ends in a frame's \(name), after \(bytes.count) of \(count) bytes")
    }
    return bytes
  }
}
