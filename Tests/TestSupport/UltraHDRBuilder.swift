/// Builds JPEGs with a gain map as Ultra HDR 1.1, ISO 21496-1 and CIPA DC-007 specify, without code from the readers.
public struct UltraHDRBuilder {
  /// How the map's meaning is written.
  public enum Form: Sendable, CaseIterable {
    case xmp, iso, isoWithOneDenominator, apple
  }

  public var base: JPEGBuilder
  public var map: JPEGBuilder
  public var form = Form.xmp
  /// Binary logarithms of the gains for the values 0 and 255.
  public var gains = (min: -1.0, max: 3.0)
  public var gamma = 1.0
  /// Binary logarithm of the headroom below which the base is shown unchanged.
  public var baseHeadroom = 0.0
  /// The headroom in Apple's metadata. Nil to leave it out.
  public var appleHeadroom: String? = "8"
  /// Whether the map has Apple's metadata in addition to those of its form.
  public var hasAppleMetadata = false
  /// The map's place and length in the index, if they aren't the true ones.
  public var claim: (offset: Int?, count: Int?) = (nil, nil)
  public var isBigEndian = false

  public init(base: JPEGBuilder, map: JPEGBuilder) { (self.base, self.map) = (base, map) }

  public var bytes: [UInt8] {
    var (base, map) = (base, map)
    map.segments += mapSegments
    let second = map.bytes
    let before = base.segments + baseSegments
    base.segments = before + index(first: 0, offset: 0, count: 0)
    let length = base.bytes.count
    // Offsets count from the index's header, behind its marker, its length and its label.
    let header = 2 + before.count + 4 + 4
    base.segments =
      before + index(first: length, offset: claim.offset ?? length - header, count: claim.count ?? second.count)
    return base.bytes + second
  }

  private var baseSegments: [UInt8] {
    switch form {
    case .xmp: Self.xmp(#"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#)
    case .iso, .isoWithOneDenominator: JPEGBuilder.segment(0xe2, Self.isoLabel + [0, 0, 0, 0])
    case .apple: []
    }
  }

  private var mapSegments: [UInt8] {
    switch form {
    case .xmp:
      return Self.xmp(
        """
        xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMin="\(gains.min)" \
        hdrgm:GainMapMax="\(gains.max)" hdrgm:Gamma="\(gamma)" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" \
        hdrgm:HDRCapacityMin="\(baseHeadroom)" hdrgm:HDRCapacityMax="\(gains.max)" hdrgm:BaseRenditionIsHDR="False" \
        \(hasAppleMetadata ? appleAttributes : "")
        """)
    case .iso:
      let numbers = [baseHeadroom, gains.max, gains.min, gains.max, gamma, 1.0 / 64, 1.0 / 64]
      let fractions = numbers.flatMap { bigEndian(Int(($0 * 1024).rounded())) + bigEndian(1024) }
      return JPEGBuilder.segment(0xe2, Self.isoLabel + [0, 0, 0, 0, 0x40] + fractions) + addedAppleSegment
    case .isoWithOneDenominator:
      let numbers = [baseHeadroom, gains.max, gains.min, gains.max, gamma, 1.0 / 64, 1.0 / 64]
      let numerators = numbers.flatMap { bigEndian(Int(($0 * 1024).rounded())) }
      return JPEGBuilder.segment(0xe2, Self.isoLabel + [0, 0, 0, 0, 0x48] + bigEndian(1024) + numerators)
        + addedAppleSegment
    case .apple: return Self.xmp(appleAttributes)
    }
  }

  private var addedAppleSegment: [UInt8] { hasAppleMetadata ? Self.xmp(appleAttributes) : [] }

  private var appleAttributes: String {
    let headroom = appleHeadroom.map { "HDRGainMap:HDRGainMapHeadroom=\"\($0)\"" } ?? ""
    return """
      xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \
      apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap" \(headroom)
      """
  }

  private static let isoLabel = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  private static func xmp(_ attributes: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" \(attributes)/></rdf:RDF></x:xmpmeta>
      """
    return JPEGBuilder.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// DC-007, section 5.2: the version, the number of pictures, and a list of 16 bytes for each.
  private func index(first: Int, offset: Int, count: Int) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      let bytes = Array(bigEndian(value).suffix(length))
      return isBigEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
    }
    let directory =
      number(3, 2) + entry(0xb000, 7, 4, Array("0100".utf8)) + entry(0xb001, 4, 1, number(2, 4))
      + entry(0xb002, 7, 32, number(50, 4)) + number(0, 4)
    let list =
      number(0x03_0000, 4) + number(first, 4) + number(0, 4) + number(0, 4) + number(0, 4) + number(count, 4)
      + number(offset, 4) + number(0, 4)
    let header = Array((isBigEndian ? "MM\0*" : "II*\0").utf8) + number(8, 4)
    return JPEGBuilder.segment(0xe2, Array("MPF\0".utf8) + header + directory + list)
  }

  /// The two pictures of a file that packshot has written: by its index, whose numbers are big-endian.
  public static func pictures(in file: [UInt8]) -> (base: [UInt8], map: [UInt8])? {
    let label = Array("MPF\0MM\0*".utf8)
    guard let place = file.indices.dropLast(label.count).first(where: { file[$0...].starts(with: label) }) else {
      return nil
    }
    let header = place + 4
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (first, count, offset) = (number(header + 54), number(header + 70), number(header + 74))
    guard header + offset == first, first + count == file.count else { return nil }
    return (Array(file[..<first]), Array(file[first...]))
  }
}
