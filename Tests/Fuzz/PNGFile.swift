import CLibraries

/// PNG files assembled from parts, with correct checksums, so that readers get as far as an error in a part.
enum PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  static func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let typeAndData = Array(type.utf8) + data
    return bigEndian(data.count) + typeAndData + bigEndian(Int(libdeflate_crc32(0, typeAndData, typeAndData.count)))
  }

  /// Zlib data without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(0xffff)
      let count = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      result += block
    } while !rest.isEmpty
    return result + bigEndian(Int(libdeflate_adler32(1, bytes, bytes.count)))
  }

  /// The file with the checksum of every chunk corrected.
  static func mended(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var place = signature.count
    while place <= file.count - 12 {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - 12 - place else { break }
      let typeAndData = Array(file[place + 4..<place + 8 + length])
      let sum = libdeflate_crc32(0, typeAndData, typeAndData.count)
      file.replaceSubrange(place + 8 + length..<place + 12 + length, with: bigEndian(Int(sum)))
      place += 12 + length
    }
    return file
  }
}
