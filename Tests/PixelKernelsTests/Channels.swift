import PixelCore

extension UnsafeRawPointer {
  /// The channel at `index`, in a row of either depth.
  func channel(_ index: Int, _ depth: PixelFormat.Depth) -> Int {
    switch depth {
    case .eight: Int(load(fromByteOffset: index, as: UInt8.self))
    case .sixteen: Int(loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
    }
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the channel at `index`, in a row of either depth.
  func setChannel(_ index: Int, _ channel: Int, _ depth: PixelFormat.Depth) {
    switch depth {
    case .eight: storeBytes(of: UInt8(channel), toByteOffset: index, as: UInt8.self)
    case .sixteen: storeBytes(of: UInt16(channel), toByteOffset: index * 2, as: UInt16.self)
    }
  }
}

/// The channels that a loop writes for `channels`, four per pixel. Both rows begin one byte off any alignment and end with
/// their pixels.
func result(
  of channels: [Int], _ depth: PixelFormat.Depth, by loop: (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Void
) -> [Int] {
  let count = channels.count * depth.rawValue / 8 + 1
  let (source, destination) = (
    UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64),
    UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
  )
  defer { for row in [source, destination] { row.deallocate() } }

  for (index, channel) in channels.enumerated() { (source + 1).setChannel(index, channel, depth) }
  loop(destination + 1, UnsafeRawPointer(source + 1), channels.count / 4)
  return channels.indices.map { UnsafeRawPointer(destination + 1).channel($0, depth) }
}
