import PixelCore

extension TableTransform {
  /// The position of a 16-bit value along a channel of the grid.
  struct DeepPlace {
    /// Offset of the node, in nodes.
    let node: Int32
    /// Distance to the next node; 0 at the last one.
    let step: Int32
    /// The fraction of the distance from the node to the next, from 0 to below 1.
    let part: Float

    init(_ place: Double, among count: Int, step: Int) {
      let position = min(1, max(0, place)) * Double(count - 1)
      let index = min(Int(position), count - 2)
      let part = Float(position - Double(index))
      node = Int32(part == 1 ? (index + 1) * step : index * step)
      self.step = Int32(part == 1 || part == 0 ? 0 : step)
      self.part = part == 1 ? 0 : part
    }
  }
}

extension Kernels {
  static func convertToSRGB16(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: TableTransform, _ count: Int,
    _ isInverted: Bool
  ) {
    let isCMYK = transform.channelCount == 4
    let flip: UInt64 = isCMYK && isInverted ? .max : 0
    transform.withPointers { pointers in
      transform.deepPlaces.withUnsafeBufferPointer { places in
        MatrixTransform.encodedPoints.withUnsafeBufferPointer { points in
          for index in 0..<count {
            let pixel = source.pixel16(index)
            let light = pointers.light(ofDeep: pixel ^ flip, places.baseAddress!, isCMYK: isCMYK)
            var colour: UInt64 = isCMYK ? 0xFFFF_0000_0000_0000 : pixel & 0xFFFF_0000_0000_0000
            for channel in 0..<3 {
              // Converted to units of 2⁻²⁴. Clipped values may be far beyond.
              let bounded = max(0, min(1, light[channel]))
              let level = encoded16(Int64(bounded * 16_777_216 + 0.5), points.baseAddress!)
              colour |= level &<< (16 &* UInt64(channel))
            }
            destination.setPixel16(index, colour)
          }
        }
      }
    }
  }
}

extension TableTransform.Pointers {
  /// Returns linear light of sRGB's red, green and blue, not clipped, for three or four 16-bit values.
  @inline(__always)
  fileprivate func light(
    ofDeep pixel: UInt64, _ places: UnsafePointer<TableTransform.DeepPlace>, isCMYK: Bool
  ) -> SIMD4<Float> {
    func place(_ channel: Int) -> TableTransform.DeepPlace {
      places[channel &* 65536 &+ Int((pixel &>> (16 &* UInt64(channel))) & 0xFFFF)]
    }
    // Inks have a channel before the three of the tetrahedra.
    let first = isCMYK ? 1 : 0
    var (a, b, c) = (place(first), place(first &+ 1), place(first &+ 2))
    let start = Int(a.node &+ b.node &+ c.node)
    if a.part < b.part { swap(&a, &b) }
    if b.part < c.part { swap(&b, &c) }
    if a.part < b.part { swap(&a, &b) }
    let second = start &+ Int(a.step)
    let third = second &+ Int(b.step)
    let fourth = third &+ Int(c.step)
    func colour(_ offset: Int) -> SIMD4<Float> {
      func node(_ corner: Int) -> SIMD4<Float> {
        let values = nodes + 4 &* (corner &+ offset)
        return SIMD4(Float(values[0]), Float(values[1]), Float(values[2]), 0)
      }
      var sum = node(start) * (1 - a.part)
      sum = sum + node(second) * (a.part - b.part)
      sum = sum + node(third) * (b.part - c.part)
      return sum + node(fourth) * c.part
    }
    var values: SIMD4<Float>
    if isCMYK {
      let ink = place(0)
      values = colour(Int(ink.node))
      if ink.part > 0 {
        values = values * (1 - ink.part) + colour(Int(ink.node &+ ink.step)) * ink.part
      }
    } else {
      values = colour(0)
    }
    let y = onLine(values[0] + 32768, 0)
    let x = y + onLine(values[1] + 32768, 1)
    let z = y + onLine(values[2] + 32768, 2)
    let (lightX, lightY, lightZ) = (Self.light(of: x), Self.light(of: y), Self.light(of: z))
    func row(_ index: Int) -> Float {
      let row = constants + TableTransform.Constant.rows + 4 &* index
      var sum: Float = row[0] * lightX
      sum = sum + row[1] * lightY
      sum = sum + row[2] * lightZ
      return sum + row[3]
    }
    return SIMD4(row(0), row(1), row(2), 0)
  }

  /// Returns fy, a*/500 or −b*/200 for a fractional 16-bit value.
  @inline(__always)
  private func onLine(_ value: Float, _ channel: Int) -> Float {
    let shift = Int(layout[1])
    let part = Int(value) &>> shift
    let line = lines + 2 &* (channel &* (65536 &>> shift) &+ part)
    return line[0] + line[1] * (value - Float(part &<< shift))
  }
}
