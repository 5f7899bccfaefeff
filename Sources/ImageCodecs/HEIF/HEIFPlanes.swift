import PixelCore

/// The planes of a picture, assembled from the planes of its parts.
final class HEIFPlanes {
  private var memory: [Memory] = []
  private(set) var planes: [YUVPlane] = []
  private let size: PixelSize
  private let sampleBytes: Int
  /// Number of luma samples per sample of each plane, in each direction.
  private let steps: [PixelSize]

  /// - Parameters:
  ///   - count: Number of planes: 1 without chroma, or 3.
  ///   - coding: The coding of the parts.
  init(count: Int, size: PixelSize, coding: some HEIFCoding, format: ImageFileFormat) throws(CodecError) {
    let luma = PixelSize(width: 1, height: 1)
    let chroma = coding.chromaStep ?? luma
    steps = Array([luma, chroma, chroma].prefix(count))
    (self.size, sampleBytes) = (size, coding.sampleBytes)
    for step in steps {
      let stride = (size.width + step.width - 1) / step.width * sampleBytes
      let rows = (size.height + step.height - 1) / step.height
      guard let room = Memory(byteCount: stride * rows) else { throw .outOfMemory(format) }
      memory.append(room)
      planes.append(YUVPlane(base: UnsafeRawPointer(room.bytes.baseAddress!), stride: stride))
    }
  }

  /// Copies the planes of a decoded part of `partSize`, as far as they are inside the picture.
  func take(_ part: any CodedPicture, size partSize: PixelSize, at place: PixelPoint) {
    // From the first sample of the part to the first sample of the next part, or to the picture's edge.
    let right = min(place.x + partSize.width, size.width)
    let bottom = min(place.y + partSize.height, size.height)
    guard place.x < right, place.y < bottom else { return }
    for (plane, step) in steps.enumerated() {
      let columns = place.x / step.width..<(right + step.width - 1) / step.width
      let rows = place.y / step.height..<(bottom + step.height - 1) / step.height
      for y in rows {
        let row = memory[plane].bytes.baseAddress! + y * planes[plane].stride + columns.lowerBound * sampleBytes
        row.copyMemory(
          from: part.planes[plane].base + (y - rows.lowerBound) * part.planes[plane].stride,
          byteCount: columns.count * sampleBytes)
      }
    }
  }
}
