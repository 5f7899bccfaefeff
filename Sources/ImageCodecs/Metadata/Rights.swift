/// The creator and the rights holder of a picture. For each property, Exif takes precedence, then XMP, then IPTC, then
/// texts specific to the format.
struct Rights {
  var artist: String?
  var copyright: String?
  /// The provider of the picture. Exif can't store it.
  var credit: String?

  init() {}

  /// Combines the rights from XMP, IPTC and texts.
  init(_ xmp: XMPPacket?, _ iptc: IPTCRecords?, _ texts: Rights) {
    // Exif stores several artists in one text (Guidelines for handling image metadata, Metadata Working Group).
    let artists = [xmp?.creators ?? [], iptc?.creators ?? []].first { !$0.isEmpty }
    artist = artists?.joined(separator: "; ") ?? texts.artist
    copyright = xmp?.rights ?? iptc?.copyright ?? texts.copyright
    credit = xmp?.credit ?? iptc?.credit
  }
}
