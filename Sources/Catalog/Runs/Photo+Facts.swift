import Foundation
import ObjectStore

extension Catalog.Photo {
  /// Creates the record of a file from its facts.
  public init(kind: PhotoKind, _ file: FileFacts, in paths: CatalogPaths) {
    self.init()
    self.kind = kind
    path = paths.storedPath(file.path)
    sha256 = file.sha256
    stamp = file.stamp
    image = file.image
  }

  /// The file's stamp, which shows whether the file has changed.
  public var stamp: FileStamp {
    get {
      FileStamp(
        byteCount: bytes, modifiedNanoseconds: modifiedNanoseconds, changedNanoseconds: changedNanoseconds,
        inode: inode,
        recordedNanoseconds: recordedNanoseconds)
    }
    set {
      bytes = newValue.byteCount
      modifiedNanoseconds = newValue.modifiedNanoseconds
      changedNanoseconds = newValue.changedNanoseconds
      inode = newValue.inode
      recordedNanoseconds = newValue.recordedNanoseconds
    }
  }

  /// The facts in the file's header. Numbers outside a column's range are clamped to it; saving then refuses them.
  var image: ImageFacts {
    get {
      ImageFacts(
        width: Int(width), height: Int(height), orientation: Int(orientation), format: format, colorModel: colorModel,
        bitDepth: Int(bitDepth), hasAlpha: hasAlpha, isProgressive: isProgressive, hasGainMap: hasGainMap,
        iccDescription: icc, colors: colors, capturedAt: capturedAt, content: content, perceptualHash: perceptualHash)
    }
    set {
      width = Int32(clamping: newValue.width)
      height = Int32(clamping: newValue.height)
      orientation = Int16(clamping: newValue.orientation)
      format = newValue.format
      colorModel = newValue.colorModel
      bitDepth = Int16(clamping: newValue.bitDepth)
      hasAlpha = newValue.hasAlpha
      (isProgressive, hasGainMap) = (newValue.isProgressive, newValue.hasGainMap)
      (icc, colors) = (newValue.iccDescription, newValue.colors)
      (capturedAt, content, perceptualHash) = (newValue.capturedAt, newValue.content, newValue.perceptualHash)
    }
  }
}
