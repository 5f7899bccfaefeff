extension HEIFContainer {
  /// Returns a container with the first picture of each track as an item. The primary item is the first track of
  /// colours.
  ///
  /// - Parameter itemKind: The coding of the pictures. Other tracks are ignored.
  /// - Returns: Nil if there is no such track. `count` is the number of pictures in the primary track.
  func firstPicture(itemKind: String) throws(CodecError) -> (container: HEIFContainer, count: Int)? {
    guard var boxes = movie else { return nil }
    var tracks: [HEIFTrack] = []
    while !boxes.isAtEnd {
      let (kind, content) = try boxes.box()
      guard kind == "trak" else { continue }
      let track = try HEIFTrack(content, itemKind: itemKind, in: self)
      if track.picture.kind == itemKind, !track.picture.pieces.isEmpty { tracks.append(track) }
    }
    guard let colors = tracks.first(where: { !$0.isAuxiliary }) else { return nil }
    var items: [UInt32: HEIFItem] = [:]
    var references = HEIFReferences()
    for track in tracks where items[track.id] == nil {
      items[track.id] = track.picture
      for reference in track.references { references.add(reference.kind, from: track.id, to: reference.to) }
      // libavif before 0.9.2 doesn't state the purpose. Its only auxiliary tracks were alpha.
      if track.isAuxiliary, track.picture.purpose == nil {
        items[track.id]!.properties.append(.purpose("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"))
      }
    }
    // Metadata of the track becomes metadata of its first picture.
    for item in (colors.metadata?.items.values).map({ Array($0) }) ?? [] where item.kind == "Exif" || item.isXMP {
      let unused = (UInt32(1)...).first { items[$0] == nil }!
      items[unused] = item
      references.add("cdsc", from: unused, to: [colors.id])
    }
    let container = HEIFContainer(file, format: format, items: items, primary: colors.id, references: references)
    return (container, colors.pictureCount)
  }
}

extension HEIFTrack {
  /// Whether the track belongs to another one, as alpha or depth belongs to colours.
  fileprivate var isAuxiliary: Bool { references.contains { $0.kind == "auxl" } }
}
