/// Who made a picture and whose it is. Where a file's kinds of metadata differ, Exif counts first, then XMP, then IPTC, then texts
/// of the format's own, for each of them alone.
struct Rights {
  var artist: String?
  var copyright: String?
  /// Who provided it. Exif has no place for that.
  var credit: String?

  init() {}

  /// What XMP, IPTC and texts say.
  init(_ xmp: XMPPacket?, _ iptc: IPTCRecords?, _ texts: Rights) {
    // Several artists stand in one text of Exif's (Guidelines for handling image metadata, Metadata Working Group).
    let artists = [xmp?.creators ?? [], iptc?.creators ?? []].first { !$0.isEmpty }
    artist = artists?.joined(separator: "; ") ?? texts.artist
    copyright = xmp?.rights ?? iptc?.copyright ?? texts.copyright
    credit = xmp?.credit ?? iptc?.credit
  }
}
