import ImageCodecs
import PixelCore

/// Keeps the planes that an encoder gets: luma, and chroma of half its size.
final class PlaneCollector: PlaneSink {
  private let sizes: [PixelSize]
  private let strides: [Int]
  private let heights: [Int]
  /// The planes of each group, with their padding.
  private var groups: [[[UInt8]]] = []

  init(size: PixelSize) {
    sizes = PlaneLayout(luma: size, chromaStep: PixelSize(width: 2, height: 2)).sizes
    strides = [1, 2, 2].map { PlaneWriter.paddedWidth(size.width) / $0 }
    heights = [1, 2, 2].map { PlaneWriter.groupHeight / $0 }
  }

  var size: PixelSize { sizes[0] }

  func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) {
    groups.append(
      planes.enumerated().map { plane, rows in
        (0..<heights[plane]).flatMap { y in
          UnsafeRawBufferPointer(start: rows.base + y * rows.stride, count: strides[plane])
        }
      })
  }

  func finish() {}

  /// Passes all groups to another sink.
  func replay(into sink: any PlaneSink) throws {
    for group in groups {
      try group[0].withUnsafeBytes { luma in
        try group[1].withUnsafeBytes { blue in
          try group[2].withUnsafeBytes { red in
            try sink.write(zip([luma, blue, red], strides).map { ($0.baseAddress!, $1) })
          }
        }
      }
    }
    try sink.finish()
  }

  /// The samples of the planes, one plane after the other, without padding.
  var samples: [UInt8] {
    sizes.indices.flatMap { plane in
      (0..<sizes[plane].height).flatMap { y in
        let start = y % heights[plane] * strides[plane]
        return groups[y / heights[plane]][plane][start..<start + sizes[plane].width]
      }
    }
  }
}
