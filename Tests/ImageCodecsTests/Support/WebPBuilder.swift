import Foundation
import ImageCodecs

/// A WebP file of the given chunks (RFC 9649, section 2).
struct WebPBuilder {
  var chunks: [(name: String, data: [UInt8])] = []

  init(_ chunks: (String, [UInt8])...) { self.chunks = chunks.map { ($0.0, $0.1) } }

  /// The chunks of a file.
  init(reading file: [UInt8]) {
    var place = 12
    while place + 8 <= file.count {
      let length = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      chunks.append(
        (String(decoding: file[place..<place + 4], as: UTF8.self), Array(file[place + 8..<place + 8 + length])))
      place += 8 + length + length % 2
    }
  }

  /// The chunks one after another.
  var stream: [UInt8] {
    chunks.flatMap { chunk -> [UInt8] in
      let padding: [UInt8] = chunk.data.count % 2 == 0 ? [] : [0]
      return Array(chunk.name.utf8) + Self.number(chunk.data.count, 4) + chunk.data + padding
    }
  }

  var bytes: [UInt8] { Array("RIFF".utf8) + Self.number(stream.count + 4, 4) + Array("WEBP".utf8) + stream }

  /// The file with an extended header before its chunks.
  func extended(width: Int, height: Int, flags: UInt8 = 0) -> WebPBuilder {
    var extended = self
    let header = [flags, 0, 0, 0] + Self.number(width - 1, 3) + Self.number(height - 1, 3)
    extended.chunks.insert(("VP8X", header), at: 0)
    return extended
  }

  /// An animation frame with these chunks.
  func frame(x: Int = 0, y: Int = 0, width: Int, height: Int) -> (String, [UInt8]) {
    let place = [x / 2, y / 2, width - 1, height - 1, 100].flatMap { Self.number($0, 3) }
    return ("ANMF", place + [0] + stream)
  }

  /// A number in `count` bytes, little-endian.
  static func number(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
}

extension Picture {
  /// The picture that `dwebp` decodes from a file.
  init(_ dwebp: Program, decoding file: [UInt8]) throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "packshot-\(UUID().uuidString).webp")
    defer { try? FileManager.default.removeItem(at: place) }
    try Data(file).write(to: place)
    try self.init(pam: dwebp.output("-quiet", "-pam", place.path, "-o", "-"))
  }

  /// A PAM of four channels of 8 bits (netpbm's `pam`), as dwebp writes it.
  init(pam file: [UInt8]) throws {
    let end = Array("ENDHDR\n".utf8)
    guard let mark = file.indices.first(where: { file[$0...].starts(with: end) }) else { throw NotNetpbm() }
    let fields = String(decoding: file[..<mark], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    let number = { (name: Substring) in fields.firstIndex(of: name).flatMap { Int(fields[$0 + 1]) } }
    let pixels = file[(mark + end.count)...]
    guard let width = number("WIDTH"), let height = number("HEIGHT"), number("DEPTH") == 4, number("MAXVAL") == 255,
      pixels.count == width * height * 4
    else { throw NotNetpbm() }
    let start = pixels.startIndex
    self.init(width: width, height: height) { x, y in
      (0..<4).map { UInt16(pixels[start + (y * width + x) * 4 + $0]) }
    }
  }
}
