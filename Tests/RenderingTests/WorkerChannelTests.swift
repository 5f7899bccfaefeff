import Files
import Foundation
import ImageCodecs
import TestSupport
import Testing

@testable import Rendering

/// Valid and invalid data on a worker's channel.
@Suite struct WorkerChannelTests {
  /// A channel, and the other end of its socket.
  private func channel() throws -> (channel: WorkerChannel, other: FileHandle, own: FileHandle) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let own = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    return (
      WorkerChannel(socket: ends[0], isWorkers: false), FileHandle(fileDescriptor: ends[1], closeOnDealloc: true), own
    )
  }

  private func frame(_ kind: UInt8, _ content: [UInt8], count: Int? = nil) -> [UInt8] {
    let count = count ?? content.count
    return (0..<4).map { UInt8(count >> (8 * $0) & 255) } + [kind] + content
  }

  @Test func aFrameIsItsLengthKindAndBytes() throws {
    let (channel, other, own) = try channel()
    let content: [UInt8] = [7, 8, 9]
    try content.withUnsafeBytes { try channel.send(.photo, bytes: $0) }
    #expect(try other.read(upToCount: 8) == Data([3, 0, 0, 0, 2, 7, 8, 9]))
    try other.write(contentsOf: frame(19, [1, 0, 0, 0, 65, 66]))
    let frame = try channel.receive([.bytes], until: .now + .seconds(60))
    try frame.withOutput { number, bytes in #expect(number == 1 && bytes.elementsEqual([65, 66])) }
    withExtendedLifetime(own) {}
  }

  @Test func aFrameHandsOverAFile() throws {
    let (channel, other, own) = try channel()
    let worker = WorkerChannel(socket: other.fileDescriptor, isWorkers: true)
    let folder = try TemporaryFolder()
    let text = Data("handed over".utf8)
    try text.write(to: URL(fileURLWithPath: folder.path("file")))
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("file")))
    try channel.send(
      .photo, WorkerPhoto(path: "a.png", byteCount: text.count, limits: PhotoLimits()), with: file.fileDescriptor)
    try file.close()
    #expect(try worker.receive([.photo]).value(WorkerPhoto.self).byteCount == text.count)
    let handed = FileHandle(fileDescriptor: try worker.takeDescriptor(), closeOnDealloc: true)
    #expect(try handed.readToEnd() == text)
    // Each descriptor is taken once.
    #expect(throws: WorkerChannel.Failure.malformed) { try worker.takeDescriptor() }
    withExtendedLifetime((own, other)) {}
  }

  /// A worker may send any data, but the main process must accept no files from it.
  @Test func filesFromAWorkerAreRefused() throws {
    let (channel, other, own) = try channel()
    let ours = WorkerChannel(socket: other.fileDescriptor, isWorkers: false)
    var line: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &line) == 0)
    defer { close(line[0]) }
    try channel.send(.done, ["well"], with: line[1])
    #expect(try ours.receive([.done]).value([String].self) == ["well"])
    #expect(throws: WorkerChannel.Failure.malformed) { try ours.takeDescriptor() }
    // Our end is the only one left, so closing it ends the connection.
    close(line[1])
    var reader = pollfd(fd: line[0], events: 0, revents: 0)
    #expect(poll(&reader, 1, 60_000) == 1 && reader.revents & Int16(POLLHUP) != 0)
    withExtendedLifetime((own, other)) {}
  }

  /// Random frames, cut anywhere: each is either expected or ends the channel.
  @Test func randomDataIsReadOrRefused() throws {
    var random = Xorshift(state: 20)
    for _ in 0..<500 {
      let (channel, other, own) = try channel()
      var sent: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let content = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
        }
        let isHonest = Int.random(in: 0...2, using: &random) > 0
        sent += frame(
          UInt8.random(in: 14...23, using: &random), content,
          count: isHonest ? nil : Int.random(in: 0...Int(UInt32.max), using: &random))
      }
      sent.removeLast(Int.random(in: 0...min(3, sent.count), using: &random))
      try other.write(contentsOf: sent)
      try other.close()
      var taken = 0
      while let frame = try? channel.receive([.info, .output, .bytes, .done, .failure], until: .now + .seconds(60)) {
        taken += 5 + frame.content.count
        #expect(frame.content.count <= frame.kind.limit)
        try? frame.withOutput { number, bytes in #expect(number >= 0 && bytes.count + 4 == frame.content.count) }
        #expect((try? frame.value(ImageInfo.self)) == nil)
      }
      #expect(taken <= sent.count)
      withExtendedLifetime(own) {}
    }
  }

  @Test func readingAndWritingTimeOut() throws {
    let (channel, other, own) = try channel()
    #expect(throws: WorkerChannel.Failure.timedOut) { try channel.receive([.info], until: .now + .milliseconds(1)) }
    // More than a socket buffers, without a reader.
    let much = [UInt8](repeating: 0, count: 8 << 20)
    #expect(throws: WorkerChannel.Failure.timedOut) {
      try much.withUnsafeBytes { try channel.send(.recipe, bytes: $0, until: .now + .milliseconds(1)) }
    }
    withExtendedLifetime((other, own)) {}
  }
}

/// Reproducible random numbers (Marsaglia 2003, xorshift64).
private struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
