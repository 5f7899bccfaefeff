/// Reads a range of a file in the ISO base media format (ISO/IEC 14496-12): big-endian numbers, and boxes with a size,
/// a kind and content.
struct BoxReader {
  private let file: UnsafeRawBufferPointer
  /// The format that errors name.
  private let format: ImageFileFormat
  /// The range of the file that hasn't been read yet.
  private(set) var rest: Range<Int>

  init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>, _ format: ImageFileFormat) {
    (self.file, rest, self.format) = (file, range, format)
  }

  /// The bytes that haven't been read yet.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file[rest]) }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips `count` bytes and returns their range in the file.
  mutating func take(_ count: Int) throws(CodecError) -> Range<Int> {
    guard count >= 0, count <= rest.count else {
      if rest.upperBound == file.count { throw .truncated(format, row: nil) }
      throw .damaged(format, why: "a box in it is too short for its content", row: nil)
    }
    let taken = rest.lowerBound..<rest.lowerBound + count
    rest = taken.upperBound..<rest.upperBound
    return taken
  }

  /// Reads a number of `count` bytes, at most 8. With `count` 0 the result is 0.
  mutating func number(bytes count: Int) throws(CodecError) -> UInt64 {
    try take(count).reduce(0) { $0 << 8 | UInt64(file[$1]) }
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(CodecError) -> Number {
    Number(truncatingIfNeeded: try number(bytes: MemoryLayout<Number>.size))
  }

  /// Reads four letters, such as `meta`. Other bytes become question marks, because messages quote the word.
  mutating func word() throws(CodecError) -> String {
    String(try take(4).map { (0x20..<0x7f).contains(file[$0]) ? Character(Unicode.Scalar(file[$0])) : "?" })
  }

  /// Reads text up to a zero byte or the end.
  mutating func text() throws(CodecError) -> String {
    let count = rest.prefix { file[$0] != 0 }.count
    let text = String(decoding: UnsafeRawBufferPointer(rebasing: file[try take(count)]), as: UTF8.self)
    if !isAtEnd { _ = try take(1) }
    return text
  }

  /// Reads the version and the flags that many boxes begin with.
  mutating func versionAndFlags() throws(CodecError) -> (version: Int, flags: Int) {
    let word = try number(UInt32.self)
    return (Int(word >> 24), Int(word & 0xffffff))
  }

  /// Reads the next box. The last box of a file may extend to the end of the file.
  mutating func box() throws(CodecError) -> (kind: String, content: BoxReader) {
    let start = rest.lowerBound
    var size = UInt64(try number(UInt32.self))
    let kind = try word()
    if size == 1 { size = try number(UInt64.self) }
    if size == 0 { size = UInt64(rest.upperBound - start) }
    let header = rest.lowerBound - start
    guard size >= header else { throw .damaged(format, why: "a box in it has no size", row: nil) }
    guard size - UInt64(header) <= rest.count else {
      if rest.upperBound == file.count { throw .truncated(format, row: nil) }
      throw .damaged(format, why: "a box in it reaches beyond the one around it", row: nil)
    }
    return (kind, BoxReader(file, try take(Int(size) - header), format))
  }
}
