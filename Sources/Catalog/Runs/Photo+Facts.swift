import Foundation
import ObjectStore

extension Catalog.Photo {
  /// The record of a file, with what is known of it.
  public init(kind: PhotoKind, _ file: FileFacts, in paths: CatalogPaths) {
    self.init()
    self.kind = kind
    path = paths.storedPath(file.path)
    sha256 = file.sha256
    stamp = file.stamp
    image = file.image
  }

  /// What tells that the file is the file it was.
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

  /// What the file's header says. Numbers that no image has are cut to the column's range, where saving refuses them.
  var image: ImageFacts {
    get {
      ImageFacts(
        width: Int(width), height: Int(height), orientation: Int(orientation), format: format, colorModel: colorModel,
        bitDepth: Int(bitDepth), hasAlpha: hasAlpha, isProgressive: isProgressive, iccDescription: icc,
        colors: colors, capturedAt: capturedAt, content: content)
    }
    set {
      width = Int32(clamping: newValue.width)
      height = Int32(clamping: newValue.height)
      orientation = Int16(clamping: newValue.orientation)
      format = newValue.format
      colorModel = newValue.colorModel
      bitDepth = Int16(clamping: newValue.bitDepth)
      hasAlpha = newValue.hasAlpha
      isProgressive = newValue.isProgressive
      (icc, colors) = (newValue.iccDescription, newValue.colors)
      (capturedAt, content) = (newValue.capturedAt, newValue.content)
    }
  }
}
