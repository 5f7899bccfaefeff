import Foundation
import ImageCodecs
import TestSupport
import Testing

@testable import Rendering

/// Frames over two open files, here the ends of pipes.
@Suite struct FrameStreamTests {
  private enum Kind: UInt8, FrameKind {
    case word = 1
    case data = 2

    var limit: Int { self == .word ? 64 : 10 }
  }

  /// A stream and the far ends of its pipes.
  private struct Line {
    let stream: FrameStream<Kind>
    /// The end that the stream's output is read from, and the end that its input is written to.
    let written: FileHandle
    let toRead: FileHandle
    private let own: [FileHandle]

    init() throws {
      let (incoming, outgoing) = (Pipe(), Pipe())
      (written, toRead) = (outgoing.fileHandleForReading, incoming.fileHandleForWriting)
      own = [incoming.fileHandleForReading, outgoing.fileHandleForWriting]
      stream = FrameStream(DescriptorPair(input: own[0].fileDescriptor, output: own[1].fileDescriptor))
    }
  }

  @Test func aFrameIsItsLengthKindAndBytes() throws {
    let line = try Line()
    try line.stream.send(.word, ["a"])
    #expect(try line.written.read(upToCount: 10) == Data([5, 0, 0, 0, 1] + Array(#"["a"]"#.utf8)))
    try line.toRead.write(contentsOf: Data([3, 0, 0, 0, 2, 7, 8, 9]))
    let frame = try line.stream.receive([.word, .data], until: .now + .seconds(60))
    #expect(frame.kind == .data && frame.content.withBytes { Array($0) } == [7, 8, 9])
  }

  @Test func dataIsSplitIntoFrames() throws {
    let line = try Line()
    let bytes = Array(UInt8(0)..<25)
    try bytes.withUnsafeBytes { try line.stream.send(.data, inPieces: $0) }
    let sent = try #require(try line.written.read(upToCount: 25 + 3 * 5))
    #expect(Array(sent).prefix(5) == [10, 0, 0, 0, 2] && Array(sent).suffix(6) == [2, 20, 21, 22, 23, 24])
    try line.toRead.write(contentsOf: sent)
    #expect(try line.stream.receive(.data, inPieces: 25).withBytes { Array($0) } == bytes)
    // More data than was announced is refused.
    try line.toRead.write(contentsOf: sent)
    #expect(throws: FrameError.malformed) { try line.stream.receive(.data, inPieces: 24) }
  }

  @Test func unexpectedFramesAreRefused() throws {
    for bytes in [[0, 0, 0, 0, 3], [0, 0, 0, 0, 2], [65, 0, 0, 0, 1], [0, 0, 0, 128, 1]] as [[UInt8]] {
      let line = try Line()
      try line.toRead.write(contentsOf: Data(bytes))
      #expect(throws: FrameError.malformed) { try line.stream.receive([.word], until: .now + .seconds(60)) }
    }
    let line = try Line()
    #expect(throws: FrameError.oversized) { try line.stream.send(.word, [String](repeating: "much", count: 20)) }
    try line.toRead.write(contentsOf: Data([9, 0, 0, 0, 1, 34]))
    try line.toRead.close()
    #expect(throws: FrameError.closed) { try line.stream.receive([.word], until: .now + .seconds(60)) }
  }

  /// More than a pipe holds without a reader, and nothing without a writer.
  @Test func readingAndWritingTimeOut() throws {
    let line = try Line()
    #expect(throws: FrameError.timedOut) { try line.stream.receive([.word], until: .now + .milliseconds(1)) }
    let much = [UInt8](repeating: 0, count: 4 << 20)
    #expect(throws: FrameError.timedOut) {
      try much.withUnsafeBytes { try line.stream.send(.data, inPieces: $0, until: .now + .milliseconds(100)) }
    }
  }
}
