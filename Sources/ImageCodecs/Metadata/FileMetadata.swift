import Parameters

/// The metadata that a file contains beside its picture.
package struct FileMetadata: Sendable, Hashable {
  /// The ICC profile of the pixels. A PNG omits it if libpng considers it invalid.
  public var iccProfile: [UInt8]?
  /// An Exif block: a TIFF structure without a label, of at most ``exifLimit`` bytes. A TIFF stores only the texts of
  /// its first directory.
  public var exif: [UInt8]?
  /// An XMP packet, no longer than the format can hold.
  public var xmp: [UInt8]?
  /// IPTC IIM records, no longer than the format can hold.
  public var iptc: [UInt8]?
  /// The picture's gain map, for a format that can hold one.
  public var gainMap: GainMapFile?

  public init(iccProfile: [UInt8]? = nil, exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    (self.iccProfile, self.exif, self.xmp, self.iptc) = (iccProfile, exif, xmp, iptc)
  }

  /// Maximum bytes of an Exif block. In a JPEG, the block must fit into one segment together with the segment's length
  /// and its label (Exif 2.32, section 4.7.2).
  public static let exifLimit = 65_535 - 2 - 6

  var isEmpty: Bool { iccProfile == nil && exif == nil && xmp == nil && iptc == nil }
}

/// Which metadata pictures keep from the photo they are made from. Colour profile and orientation always describe the
/// picture itself.
public enum KeptMetadata: String, Sendable, ParameterChoice {
  /// Nothing.
  case strip
  /// Creator, copyright notice and provider: written as Exif's `Artist` and `Copyright` and XMP's `Credit`, read from
  /// the photo's Exif, XMP or IPTC.
  case copyright
  /// The photo's Exif, XMP and IPTC: camera, time, place, texts. Values that no longer apply are removed: orientation,
  /// size, colour space and the embedded thumbnail. The maker's note is removed too, because its absolute offsets make
  /// it unreadable at another place.
  case keep
}
