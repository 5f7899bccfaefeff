import Parameters

/// What a file holds beside its picture.
package struct FileMetadata: Sendable, Hashable {
  /// An ICC profile: the one that the pixels are in. A PNG does without one that libpng thinks wrong.
  public var iccProfile: [UInt8]?
  /// An Exif block, a TIFF structure without a label, of at most ``exifLimit`` bytes. A TIFF takes the texts of its first directory.
  public var exif: [UInt8]?
  /// An XMP packet, no longer than the format can hold.
  public var xmp: [UInt8]?
  /// Records of IPTC's IIM, no longer than the format can hold.
  public var iptc: [UInt8]?

  public init(iccProfile: [UInt8]? = nil, exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    (self.iccProfile, self.exif, self.xmp, self.iptc) = (iccProfile, exif, xmp, iptc)
  }

  /// What the one segment of a JPEG can hold that Exif stands in (Exif 2.32, section 4.7.2), without its length and label.
  public static let exifLimit = 65_535 - 2 - 6

  var isEmpty: Bool { iccProfile == nil && exif == nil && xmp == nil && iptc == nil }
}

/// What pictures keep of the metadata of the photo that they are made of. Its colours and orientation are those of the picture in
/// any case.
public enum KeptMetadata: String, Sendable, ParameterChoice {
  /// Nothing.
  case strip
  /// Who made it, whose it is and who provided it: as Exif's `Artist` and `Copyright` and XMP's `Credit`, wherever the photo's Exif,
  /// XMP or IPTC says so.
  case copyright
  /// Its Exif, XMP and IPTC: camera, time, place, texts. What no longer holds is left out: orientation, size, colour space, the
  /// embedded thumbnail; and so is the maker's note, which cannot be moved.
  case keep
}
