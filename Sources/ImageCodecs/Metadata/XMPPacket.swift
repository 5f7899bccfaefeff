/// An XMP packet (ISO 16684-1) from an untrusted file: the rights in it, and the properties that don't apply to another
/// picture.
struct XMPPacket {
  /// The packet as UTF-8.
  let bytes: [UInt8]
  private(set) var creators: [String] = []
  private(set) var rights: String?
  private(set) var credit: String?
  /// Whether a part of the packet is elsewhere in the file (XMP part 3, section 1.1.3.1).
  private(set) var isExtended = false
  /// Ranges of the properties that don't apply to another picture, and of namespace declarations that only they need.
  private(set) var outdated: [Range<Int>] = []
  /// Offset of the end of the list of descriptions: the end tag of the `rdf:RDF` element.
  private(set) var end: Int?

  /// Nil if the packet isn't well-formed, or nested too deep.
  init?(_ packet: UnsafeRawBufferPointer) {
    bytes = Self.utf8(packet)
    var reader = XMLReader(bytes)
    var properties = PropertyReader()
    while let token = reader.next() {
      guard properties.take(token, of: reader) else { return nil }
    }
    guard !reader.isDamaged, properties.isComplete else { return nil }
    (creators, rights, credit) = (properties.creators, properties.rights, properties.credit)
    (isExtended, end) = (properties.isExtended, properties.end)
    outdated = properties.outdated + (properties.needsDeclarations ? [] : properties.declarations)
    outdated.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Converts UTF-16, which begins with a byte order mark or a zero byte.
  static func utf8(_ packet: UnsafeRawBufferPointer) -> [UInt8] {
    let isBig = packet.starts(with: [0xfe, 0xff]) || packet.starts(with: [0, 0x3c])
    let isLittle = packet.starts(with: [0xff, 0xfe]) || packet.starts(with: [0x3c, 0])
    guard isBig || isLittle else {
      // Zeros after the packet are padding.
      return Array(packet[..<((packet.lastIndex { $0 != 0 } ?? -1) + 1)])
    }
    let units = stride(from: 0, to: packet.count - 1, by: 2).map { index -> UInt16 in
      let unit = packet.loadUnaligned(fromByteOffset: index, as: UInt16.self)
      return isBig ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  // MARK: Copies

  /// Returns the packet without outdated properties, and with a credit line if one is given.
  func copy(addingCredit credit: String?) -> [UInt8] { copy(adding: credit.map(Self.description)) }

  /// Returns the packet without outdated properties, and with a further `rdf:Description` if one is given.
  private func copy(adding description: String?) -> [UInt8] {
    var copy: [UInt8] = []
    var place = 0
    for part in outdated where part.lowerBound >= place {
      copy += bytes[place..<part.lowerBound]
      place = part.upperBound
    }
    if let description, let end {
      copy += bytes[place..<end] + description.utf8
      place = end
    }
    return Self.withoutPadding(copy + bytes[place...])
  }

  /// Returns a packet with only a credit line.
  static func packet(credit: String) -> [UInt8] { packet(of: description(credit)) }

  /// Returns a packet with a further `rdf:Description`; with nothing else if there is no packet yet.
  static func packet(_ packet: [UInt8]?, adding description: String) -> [UInt8] {
    guard let known = packet.flatMap({ $0.withUnsafeBytes(XMPPacket.init) }), known.end != nil else {
      return self.packet(of: description)
    }
    return known.copy(adding: description)
  }

  /// Returns a packet with only an `rdf:Description`.
  static func packet(of description: String) -> [UInt8] {
    let packet = """
      <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>\
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">\(description)</rdf:RDF>\
      </x:xmpmeta><?xpacket end="r"?>
      """
    return Array(packet.utf8)
  }

  private static func description(_ credit: String) -> String {
    var value = ""
    for scalar in credit.unicodeScalars {
      switch scalar {
      case "&": value += "&amp;"
      case "<": value += "&lt;"
      case "\"": value += "&quot;"
      case "\t", "\n", "\r": value += "&#\(scalar.value);"
      default: value.unicodeScalars.append(scalar)
      }
    }
    return """
      <rdf:Description xmlns:rdf="\(XMPNamespace.rdf)" rdf:about="" xmlns:photoshop="\(XMPNamespace.photoshop)" \
      photoshop:Credit="\(value)"/>
      """
  }

  /// Removes the kilobytes of blanks that editors leave before a packet's end for later changes.
  private static func withoutPadding(_ packet: [UInt8]) -> [UInt8] {
    let mark = Array("<?xpacket end".utf8)
    guard packet.count > mark.count,
      let end = (0...packet.count - mark.count).last(where: { packet[$0...].starts(with: mark) })
    else { return packet }
    let content = packet[..<end].lastIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } ?? -1
    return packet[...content] + [0x0a] + packet[end...]
  }
}

enum XMPNamespace {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let dc = "http://purl.org/dc/elements/1.1/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let note = "http://ns.adobe.com/xmp/note/"
  /// Namespaces whose properties describe the exact pixels or bytes of a file: other pictures and videos in it, regions
  /// of it, edits not yet applied.
  private static let ofOneFile: Set = [
    note, "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
    "http://ns.adobe.com/camera-raw-settings/1.0/", "http://www.metadataworkinggroup.com/schemas/regions/",
    "http://ns.microsoft.com/photo/1.2/",
  ]
  private static let outdated: [String: Set<String>] = [
    "http://ns.adobe.com/tiff/1.0/": [
      "Orientation", "ImageWidth", "ImageLength", "BitsPerSample", "Compression", "PhotometricInterpretation",
      "SamplesPerPixel", "PlanarConfiguration", "YCbCrSubSampling", "YCbCrPositioning",
    ],
    "http://ns.adobe.com/exif/1.0/": ["PixelXDimension", "PixelYDimension", "ColorSpace"],
    "http://ns.adobe.com/xap/1.0/": ["Thumbnails"],
    photoshop: ["ICCProfile", "ColorMode"],
  ]

  static func isOfOneFile(_ namespace: String) -> Bool {
    ofOneFile.contains(namespace) || namespace.hasPrefix("http://ns.google.com/photos/1.0/")
  }

  /// Whether a property doesn't apply to another picture made from the photo.
  static func isOutdated(_ namespace: String, _ name: String) -> Bool {
    isOfOneFile(namespace) || outdated[namespace]?.contains(name) == true
  }
}
