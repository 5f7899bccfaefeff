import Foundation
import ImageCodecs
import PixelCore
import Platform

/// The minimum work for a finished picture: the same decoder and encoder, and a file that is complete on disk before it gets
/// its name. Nothing is checked, hashed, planned or recorded.
enum BatchFloor {
  static func finish(_ photo: String, as output: String) {
    do {
      let reader = try ImageCodec.makeReader(bytes: EncodedImage(read(photo)))
      let temporary = output + ".part"
      let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      var encoded: [UInt8] = []
      let options = EncodeOptions(.jpeg(quality: 85))
      let writer = try ImageCodec.makeWriter(shape: reader.shape, options: options) { encoded += $0 }
      var pixels = PixelBuffer(shape: reader.shape)
      let height = reader.shape.size.height
      guard try reader.read(rows: height, into: pixels.mutableRow(0), stride: pixels.stride) == height else {
        fatalError("\(photo) has fewer rows than it says")
      }
      try pixels.withBand { try writer.write($0) }
      try writer.finish()
      guard write(file, encoded, encoded.count) == encoded.count, fsync(file) == 0, close(file) == 0,
        rename(temporary, output) == 0
      else { fatalError("cannot write \(output)") }
    } catch {
      fatalError("\(photo): \(error)")
    }
  }

  private static func read(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var status = stat()
    fstat(file, &status)
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, Platform.read(file, buffer.baseAddress!, buffer.count))
    }
  }
}
