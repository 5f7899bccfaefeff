import Foundation
import ImageCodecs
import PixelCore
import Testing

/// Files that are mapped instead of read into memory.
@Suite struct MappedFileTests {
  /// An unlinked file of 8 MB whose picture is in many chunks, with known pixels.
  private func largeFile(side: Int) throws -> (file: FileHandle, byteCount: Int) {
    var builder = PNGBuilder(width: side, height: side, bitDepth: 16, colorType: 0) { x, y, _ in sample(x, y) }
    builder.chunksAfter = PNGBuilder.chunk("tEXt", Array("Comment\0behind the picture".utf8))
    let data = PNGBuilder.zlib(builder.rows)
    var bytes = builder.beforePicture
    for start in stride(from: 0, to: data.count, by: 8192) {
      bytes += PNGBuilder.chunk("IDAT", Array(data[start..<min(start + 8192, data.count)]))
    }
    bytes += builder.chunksAfter + PNGBuilder.end
    let path = FileManager.default.temporaryDirectory.path + "/packshot-mapped-\(UUID().uuidString).png"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    return (try FileHandle(forUpdating: URL(fileURLWithPath: path)), bytes.count)
  }

  private func sample(_ x: Int, _ y: Int) -> Int { (x &* 40503 ^ y &* 2654435761) & 0xffff }

  @Test func aLargePNGIsReadWithoutHoldingIt() throws {
    let side = 2000
    let (file, byteCount) = try largeFile(side: side)
    let image = try #require(EncodedImage(mapping: file.fileDescriptor, byteCount: byteCount))
    try file.close()
    #expect(try ImageCodec.probe(image).size == PixelSize(width: side, height: side))
    #if os(Linux)
      #expect(try residentBytes(of: image) < 3 << 20)
    #endif
    let reader = try ImageCodec.makeReader(bytes: image, spareMemory: 0)
    var row = [UInt16](repeating: 0, count: side * reader.shape.bytesPerRow / side / 2)
    let channels = row.count / side
    for y in 0..<side {
      let count = try row.withUnsafeMutableBytes {
        try reader.read(rows: 1, into: $0.baseAddress!, stride: reader.shape.bytesPerRow)
      }
      try #require(count == 1)
      let isRight = (0..<side).allSatisfy { x in row[x * channels] == UInt16(sample(x, y)) }
      if !isRight {
        Issue.record("row \(y)")
        break
      }
    }
    #if os(Linux)
      #expect(try residentBytes(of: image) < 3 << 20)
    #endif
  }

  /// The rows of most BMPs begin at the end of the file.
  @Test(arguments: [false, true]) func aLargeBMPIsReadWithoutHoldingIt(isTopDown: Bool) throws {
    let (width, height) = (2000, 1400)
    let bytes = BMPBuilder(width: width, height: height, bits: 24, isTopDown: isTopDown) { sample($0, $1) }.bytes
    let path = FileManager.default.temporaryDirectory.path + "/packshot-mapped-\(UUID().uuidString).bmp"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let image = try #require(EncodedImage(mapping: file.fileDescriptor, byteCount: bytes.count))
    let reader = try ImageCodec.makeReader(bytes: image)
    var row = [UInt8](repeating: 0, count: 4 * width)
    for y in 0..<height {
      _ = try row.withUnsafeMutableBytes { try reader.read(rows: 1, into: $0.baseAddress!, stride: 4 * width) }
      let isRight = (0..<width).allSatisfy { Int(row[4 * $0 + 1]) << 8 | Int(row[4 * $0 + 2]) == sample($0, y) }
      if !isRight {
        Issue.record("row \(y)")
        break
      }
    }
    #if os(Linux)
      #expect(try residentBytes(of: image) < 3 << 20)
    #endif
  }

  @Test func aMappedFileIsReadAgainAfterItsPagesWereDropped() throws {
    let (file, byteCount) = try largeFile(side: 2000)
    let image = try #require(EncodedImage(mapping: file.fileDescriptor, byteCount: byteCount))
    _ = try ImageCodec.probe(image)
    let held = EncodedImage(try #require(try file.readToEnd()))
    #expect(image.hasSameBytes(as: held))
  }

  @Test func anUnmappableFileIsNil() throws {
    #expect(EncodedImage(mapping: -1, byteCount: 100) == nil)
    let (file, _) = try largeFile(side: 8)
    #expect(EncodedImage(mapping: file.fileDescriptor, byteCount: 0) == nil)
  }

  #if os(Linux)
    /// The resident part of a mapping, as the kernel counts it (proc(5), smaps).
    private func residentBytes(of image: EncodedImage) throws -> Int {
      let start = String(UInt(bitPattern: image.bytes.baseAddress!), radix: 16) + "-"
      let smaps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/smaps")).readToEnd() ?? Data()
      let lines = String(decoding: smaps, as: UTF8.self).split(separator: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix(start) })
      let line = try #require(lines[first...].first { $0.hasPrefix("Rss:") })
      return try 1024 * #require(Int(line.split(separator: " ")[1]))
    }
  #endif
}
