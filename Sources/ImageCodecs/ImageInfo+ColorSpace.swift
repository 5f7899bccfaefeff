import PixelCore

extension ImageInfo {
  /// Whose numbers a reader delivers: the photo's own where it has a profile for them.
  public var colorSpace: PixelFormat.ColorSpace { hasRGBProfile ? .photo : .sRGB }

  /// Whether the file has a colour profile, and its header says it is one for RGB (ICC.1:2022, section 7.2). Grey and ink
  /// profiles say nothing of the RGB that was made of the file.
  private var hasRGBProfile: Bool {
    guard let profile = iccProfile, profile.count >= 132 else { return false }
    let length = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
    return length == profile.count && profile[16..<20].elementsEqual("RGB ".utf8)
      && profile[36..<40].elementsEqual("acsp".utf8)
  }
}
