/// Builds animated AVIFs: tracks of pictures that follow each other in time (ISO/IEC 14496-12, section 8).
struct AnimationBuilder {
  struct Track {
    /// Its pictures, all with the same coding.
    var pictures: [HEIFBuilder.Item]
    /// The track it belongs to and its purpose there, or nil without `auxi`.
    var serves: (track: Int, purpose: String?)?
    /// The coding of its samples.
    var kind = "av01"
  }

  /// The tracks, numbered from 1.
  var tracks: [Track]
  /// The items that describe the first track, as the content of a `meta` box.
  var metadata: [UInt8] = []

  init(_ tracks: [Track]) { self.tracks = tracks }

  var bytes: [UInt8] {
    let start = box("ftyp", Array("avis\0\0\0\0avismsf1miaf".utf8))
    let count = start.count + movie(dataStart: 0).count + 8
    return start + movie(dataStart: count) + box("mdat", tracks.flatMap(\.pictures).flatMap(\.data))
  }

  private func movie(dataStart: Int) -> [UInt8] {
    var place = dataStart
    var boxes: [UInt8] = []
    for (index, track) in tracks.enumerated() {
      boxes += self.track(track, number: index + 1, place)
      place += track.pictures.reduce(0) { $0 + $1.data.count }
    }
    return box("moov", boxes)
  }

  private func track(_ track: Track, number: Int, _ place: Int) -> [UInt8] {
    let links = track.serves.map { box("tref", box("auxl", long($0.track))) } ?? []
    let picture = track.pictures[0]
    let side = picture.properties.first { $0.kind == "ispe" }!.content
    let purpose = track.serves?.purpose.map { box("auxi", long(0) + Array($0.utf8) + [0]) } ?? []
    let video =
      zeros(24) + Array(side[6...7]) + Array(side[10...11]) + zeros(50)
      + picture.properties.filter { $0.kind != "ispe" }.flatMap { box($0.kind, $0.content) } + purpose
    let table =
      box("stsd", long(0) + long(1) + box(track.kind, track.kind == "av01" ? video : zeros(28)))
      + box("stts", long(0) + long(1) + long(track.pictures.count) + long(1))
      + box("stsc", long(0) + long(1) + long(1) + long(track.pictures.count) + long(1))
      + box("stsz", long(0) + long(0) + long(track.pictures.count) + track.pictures.flatMap { long($0.data.count) })
      + box("stco", long(0) + long(1) + long(place))
    let media =
      box("mdhd", zeros(12) + long(1) + long(track.pictures.count) + zeros(4))
      + box("hdlr", zeros(8) + Array("pict".utf8) + zeros(13)) + box("minf", box("stbl", table))
    // Width and height have 16 fraction bits.
    let header = zeros(12) + long(number) + zeros(60) + Array(side[6...7]) + zeros(2) + Array(side[10...11]) + zeros(2)
    let description = metadata.isEmpty || number > 1 ? [] : box("meta", metadata)
    return box("trak", box("tkhd", header) + links + description + box("mdia", media))
  }

  private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] { HEIFBuilder.box(kind, content) }
  private func long(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> (8 * $0) & 255) } }
  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
