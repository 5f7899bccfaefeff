/// Decodes a GIF picture's indices from codes of 2 to 12 bits (GIF89a, appendix F): Lempel and Ziv's method as varied by
/// Welch. Each code stands for a sequence of indices. Each new sequence is an earlier one and the first index of the
/// next.
struct GIFCodes {
  private let bytes: UnsafeRawBufferPointer
  /// Offset of the next byte, and the number of bytes left in its data block.
  private var place: Int
  private var left = 0
  /// Bits that have been read and not used, the first one lowest.
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// The code that empties the table. The next number ends the data.
  private let clear: Int
  private var codeLength: Int
  /// Number of the next sequence in the table.
  private var next: Int
  private var previous: Int?
  /// For each sequence: the sequence without its last index, and its first and last index.
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var firsts = [UInt8](repeating: 0, count: 4096)
  private var lasts = [UInt8](repeating: 0, count: 4096)
  /// Indices that have been decoded and not delivered, in reverse order.
  private var pending: [UInt8] = []
  /// The error that ended the decoding. What follows it means nothing.
  private var failure: CodecError?

  /// - Parameter start: Offset of the data: the number of bits of an index, and data blocks.
  init(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(CodecError) {
    let indexBits = try CheckedBytes(bytes, .gif).byte(at: start)
    guard 1...8 ~= indexBits else {
      throw .damaged(.gif, why: "its indices have \(indexBits) bits; 1 to 8 are allowed", row: nil)
    }
    (self.bytes, place) = (bytes, start + 1)
    clear = 1 << indexBits
    (codeLength, next) = (indexBits + 1, clear + 2)
    for index in 0..<clear { (firsts[index], lasts[index]) = (UInt8(index), UInt8(index)) }
    pending.reserveCapacity(4096)
  }

  /// Writes the next `count` indices to `destination`.
  ///
  /// - Parameter row: Number of rows read so far, for errors.
  mutating func read(_ count: Int, to destination: UnsafeMutablePointer<UInt8>, row: Int) throws(CodecError) {
    var done = 0
    while done < count {
      while done < count, let index = pending.popLast() {
        destination[done] = index
        done += 1
      }
      if done == count { return }
      do throws(CodecError) {
        if let failure { throw failure }
        try decode(row: row)
      } catch {
        failure = error
        throw error
      }
    }
  }

  /// Decodes a code to ``pending``.
  private mutating func decode(row: Int) throws(CodecError) {
    let code = try code(row: row)
    if code == clear {
      (codeLength, next, previous) = (clear.trailingZeroBitCount + 1, clear + 2, nil)
      return
    }
    guard code != clear + 1 else { throw .damaged(.gif, why: "its picture's data ends early", row: row) }
    guard code < clear || code > clear && code < next || code == next && previous != nil && next < 4096 else {
      throw .damaged(.gif, why: "its compressed data is invalid", row: row)
    }
    if let previous, next < 4096 {
      // The sequence that is being completed can itself be the next one.
      prefixes[next] = UInt16(previous)
      (firsts[next], lasts[next]) = (firsts[previous], code == next ? firsts[previous] : firsts[code])
      next += 1
      if next == 1 << codeLength, codeLength < 12 { codeLength += 1 }
    }
    previous = code
    var sequence = code
    while sequence >= clear {
      pending.append(lasts[sequence])
      sequence = Int(prefixes[sequence])
    }
    pending.append(lasts[sequence])
  }

  private mutating func code(row: Int) throws(CodecError) -> Int {
    while bitCount < codeLength {
      bits |= UInt32(try byte(row: row)) << UInt32(bitCount)
      bitCount += 8
    }
    let code = Int(bits) & (1 << codeLength - 1)
    bits >>= UInt32(codeLength)
    bitCount -= codeLength
    return code
  }

  private mutating func byte(row: Int) throws(CodecError) -> UInt8 {
    guard place < bytes.count else { throw .truncated(.gif, row: row) }
    if left == 0 {
      left = Int(bytes[place])
      guard left > 0 else { throw .damaged(.gif, why: "its picture's data ends early", row: row) }
      place += 1
      guard place < bytes.count else { throw .truncated(.gif, row: row) }
    }
    defer { (place, left) = (place + 1, left - 1) }
    return bytes[place]
  }
}
