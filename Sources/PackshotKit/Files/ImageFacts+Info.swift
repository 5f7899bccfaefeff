import Catalog
import Files
import Foundation
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Recipes
import Rendering
import Segmentation

extension FileFacts {
  /// Creates the values that the catalog records about a file that was read.
  init(_ path: String, _ version: FileVersion, _ info: ImageInfo) {
    self.init(path: path, sha256: version.sha256, stamp: FileStamp(version), image: ImageFacts(info))
  }
}

extension ImageFacts {
  init(_ info: ImageInfo) {
    self.init(
      width: info.size.width, height: info.size.height, orientation: info.orientation.rawValue,
      format: info.format.rawValue, colorModel: info.colorModel.rawValue, bitDepth: info.bitDepth,
      hasAlpha: info.hasAlpha, isProgressive: info.isProgressive, hasGainMap: info.gainMap != nil,
      iccDescription: info.iccProfile.map { info.colors.profileName ?? "\($0.count) bytes" },
      colors: info.colorStatement,
      capturedAt: info.capturedAt.flatMap { try? Date($0 + "Z", strategy: .iso8601) })
  }
}

extension RenderPlan.Photo {
  /// Creates a photo from the values in the catalog.
  init(_ facts: ImageFacts, subject: PhotoSubject) {
    self.init(size: PixelSize(width: facts.width, height: facts.height))
    self.subject = subject
    orientation = Orientation(rawValue: facts.orientation) ?? .up
    hasAlpha = facts.hasAlpha
    depth = facts.bitDepth > 8 ? .sixteen : .eight
  }
}
