import Files
import Foundation
import Glibc
import ImageCodecs

/// Frames on two pipes, as the article <doc:WorkerProtocol> describes them: the header's length in 32 bits and the payload's in
/// 64, both with the low byte first; the header, which is a JSON object; the payload.
struct WorkerStream: Sendable {
  let input: Int32
  let output: Int32

  /// The most bytes of a header: a recipe's text is part of one.
  static let headerLimit = 16 << 20

  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    // Room for whole photos, where these are pipes, saves waiting in turns.
    for end in [input, output] { _ = fcntl(end, Self.setPipeSize, 1 << 20) }
  }

  /// `F_SETPIPE_SZ`, which Swift's module of the C library leaves out.
  private static let setPipeSize: Int32 = 1031

  struct Frame {
    var header: Data
    /// Nil where it has more bytes than are taken; they have been read, and let go of.
    var payload: EncodedImage?
    /// What the payload has, or would have.
    var payloadCount: UInt64
  }

  /// The next frame; nil at the end of input. One thread at a time reads.
  ///
  /// - Parameter payloadLimit: The most bytes of a payload.
  func read(payloadLimit: Int) throws(WorkerError) -> Frame? {
    let lengths = try part("lengths", of: 12, canEnd: true)
    if lengths.count == 0 { return nil }
    let (header, payload) = lengths.withBytes { bytes in
      (
        UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      )
    }
    guard header <= Self.headerLimit else {
      throw WorkerError(
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

  /// Writes a frame. One thread at a time writes.
  func write(_ header: Data, _ payload: [[UInt8]] = []) throws(WorkerError) {
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
        throw WorkerError(.answer, "answer-not-taken", "the answer cannot be written: \(error.reason)")
      }
    }
  }

  /// So many bytes; nothing where input ends before the first of them, and that may be.
  private func part(_ name: String, of count: Int, canEnd: Bool = false) throws(WorkerError) -> EncodedImage {
    // The room is taken as it is filled, not as it was announced.
    let bytes = try EncodedImage(capacity: max(count, 1)) { room throws(WorkerError) in
      var filled = 0
      while filled < count {
        let got = Glibc.read(input, room.baseAddress! + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else {
          throw WorkerError(.frame, "unreadable-input", "standard input cannot be read: \(systemError())")
        }
        if got == 0 { break }
        filled += got
      }
      return filled
    }
    guard bytes.count == count || canEnd && bytes.count == 0 else {
      throw WorkerError(
        .frame, "input-ends-early", "standard input ends in a frame's \(name), after \(bytes.count) of \(count) bytes")
    }
    return bytes
  }
}
