import Parameters
import PixelCore

/// A format that can be read but not written.
protocol ReadOnlyFormat: FileFormat {}

extension ReadOnlyFormat {
  public static var isWritten: Bool { false }
  public static var longestSide: Int { 0 }
  public static var parameters: [Parameter<Self>] { [] }
  public var cacheKeyText: String { Self.identifier }
  public func stored(_ format: PixelFormat) -> PixelFormat { format.stored }
  public func encodingMemory(for shape: ImageShape) -> Int { 0 }

  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    preconditionFailure("\(Self.name) is not written")
  }
}
