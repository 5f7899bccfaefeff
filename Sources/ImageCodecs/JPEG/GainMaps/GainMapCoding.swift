import Foundation
import PixelCore

/// The meaning of a gain map's values, in the terms of ISO 21496-1. Gains and headrooms are binary logarithms.
///
/// For a value v from 0 to 1, log2 gain = min + (max − min) · v^(1 / gamma). A viewer with enough headroom shows
/// (base + base offset) · gain − alternate offset, in linear light.
package struct GainMapCoding: Sendable, Hashable, Codable {
  /// One channel for all colours, or red, green and blue.
  public var channels: [Channel]
  /// The headrooms at which the base picture, and the picture with all of the gain, are right.
  public var baseHeadroom, alternateHeadroom: Double

  public init(channels: [Channel], baseHeadroom: Double, alternateHeadroom: Double) {
    (self.channels, self.baseHeadroom, self.alternateHeadroom) = (channels, baseHeadroom, alternateHeadroom)
  }

  public struct Channel: Sendable, Hashable, Codable {
    public var min, max, gamma, baseOffset, alternateOffset: Double

    /// Creates a channel, with Ultra HDR's defaults.
    public init(
      min: Double, max: Double, gamma: Double = 1, baseOffset: Double = 1 / 64, alternateOffset: Double = 1 / 64
    ) {
      (self.min, self.max, self.gamma) = (min, max, gamma)
      (self.baseOffset, self.alternateOffset) = (baseOffset, alternateOffset)
    }

    /// The value from 0 to 255 for a gain of 1; nil if the channel has none.
    public var neutral: UInt8? {
      guard (min...max).contains(0), max > min else { return min == 0 ? 0 : nil }
      return UInt8((255 * ExactMath.power(-min / (max - min), gamma)).rounded())
    }
  }

  /// Why a coding can't be used, worded to follow "because".
  public struct Fault: Error { public let reason: String }

  /// Returns the coding if its numbers can be meant. Files can contain any.
  func checked() -> Result<GainMapCoding, Fault> {
    let numbers = channels.flatMap { [$0.min, $0.max, $0.gamma, $0.baseOffset, $0.alternateOffset] }
    guard (numbers + [baseHeadroom, alternateHeadroom]).allSatisfy({ $0.isFinite && abs($0) < Self.limit }),
      channels.allSatisfy({ $0.max >= $0.min && $0.gamma >= Self.smallestGamma }), baseHeadroom >= 0
    else { return .failure(Fault(reason: "its gains are not numbers that make sense")) }
    guard alternateHeadroom > baseHeadroom else {
      return .failure(Fault(reason: "the photo itself is the HDR picture, and its map makes it darker"))
    }
    return .success(self)
  }

  /// Larger numbers don't fit the fractions that are written.
  private static let limit = 100.0
  /// Smaller exponents lose their precision in the fractions that are written, which have units of 2^-24.
  private static let smallestGamma = 0x1p-16
}

/// As XMP (Ultra HDR 1.1).
extension GainMapCoding {
  static let namespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

  /// Whether a packet mentions the namespace, as that of a picture with a gain map does.
  static func isMentioned(in packet: UnsafeRawBufferPointer) -> Bool {
    let text = Array(namespace.utf8)
    return packet.count >= text.count
      && (0...packet.count - text.count).contains { packet[$0] == text[0] && packet[$0...].starts(with: text) }
  }

  /// Nil if a packet isn't that of a gain map.
  public static func read(xmp packet: UnsafeRawBufferPointer) -> Result<GainMapCoding, Fault>? {
    guard let texts = XMPTexts(packet, namespace: namespace)?.texts, texts["Version"] != nil,
      texts["GainMapMax"] != nil || texts["HDRCapacityMax"] != nil
    else { return nil }
    guard texts["BaseRenditionIsHDR"]?.first?.lowercased() != "true" else {
      return .failure(Fault(reason: "the photo itself is the HDR picture, and its map makes it darker"))
    }
    let count = texts.values.contains { $0.count == 3 } ? 3 : 1
    func numbers(_ name: String, or usual: Double?) -> [Double]? {
      guard let found = texts[name] else { return usual.map { [Double](repeating: $0, count: count) } }
      let numbers = found.compactMap { Double($0) }
      guard numbers.count == found.count, numbers.count == 1 || numbers.count == count else { return nil }
      return numbers.count == count ? numbers : [Double](repeating: numbers[0], count: count)
    }
    guard let min = numbers("GainMapMin", or: 0), let max = numbers("GainMapMax", or: nil),
      let gamma = numbers("Gamma", or: 1), let base = numbers("OffsetSDR", or: 1.0 / 64),
      let alternate = numbers("OffsetHDR", or: 1.0 / 64), let least = numbers("HDRCapacityMin", or: 0)?.first,
      let most = numbers("HDRCapacityMax", or: nil)?.first
    else { return .failure(Fault(reason: "its XMP lacks numbers that Ultra HDR requires")) }
    return GainMapCoding(
      channels: (0..<count).map {
        Channel(min: min[$0], max: max[$0], gamma: gamma[$0], baseOffset: base[$0], alternateOffset: alternate[$0])
      }, baseHeadroom: least, alternateHeadroom: most
    ).checked()
  }

  /// The packet for a gain map's file.
  public var xmp: [UInt8] {
    let properties: [(String, KeyPath<Channel, Double>)] = [
      ("GainMapMin", \.min), ("GainMapMax", \.max), ("Gamma", \.gamma), ("OffsetSDR", \.baseOffset),
      ("OffsetHDR", \.alternateOffset),
    ]
    var (attributes, elements) = ("", "")
    for (name, property) in properties {
      let values = channels.map { "\($0[keyPath: property])" }
      if values.count == 1 {
        attributes += " hdrgm:\(name)=\"\(values[0])\""
      } else {
        let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        elements += "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
      }
    }
    return XMPPacket.packet(
      of: """
        <rdf:Description xmlns:rdf="\(XMPNamespace.rdf)" rdf:about="" xmlns:hdrgm="\(Self.namespace)" \
        hdrgm:Version="1.0"\(attributes) hdrgm:HDRCapacityMin="\(baseHeadroom)" \
        hdrgm:HDRCapacityMax="\(alternateHeadroom)" hdrgm:BaseRenditionIsHDR="False">\(elements)</rdf:Description>
        """)
  }
}

/// As a binary block (ISO 21496-1, annex C).
extension GainMapCoding {
  private static let (hasChannels, usesBaseColors): (UInt8, UInt8) = (0x80, 0x40)
  /// Bits that some writers set: the base picture is the HDR one; all fractions have one denominator.
  private static let (isBackward, hasOneDenominator): (UInt8, UInt8) = (0x04, 0x08)

  /// Nil if a block contains no more than the version, as that of a picture with a gain map does.
  public static func read(iso block: UnsafeRawBufferPointer) -> Result<GainMapCoding, Fault>? {
    guard block.count > 5 else { return nil }
    guard block[0] == 0, block[1] == 0 else {
      return .failure(Fault(reason: "it needs a newer version of ISO 21496-1 than packshot knows"))
    }
    let flags = block[4]
    let count = flags & hasChannels == 0 ? 1 : 3
    guard count == 1 || flags & usesBaseColors != 0 else {
      return .failure(Fault(reason: "its gains are for other colours than the photo's"))
    }
    guard flags & isBackward == 0 else {
      return .failure(Fault(reason: "the photo itself is the HDR picture, and its map makes it darker"))
    }
    var fractions = Fractions(block, at: 5, haveOneDenominator: flags & hasOneDenominator != 0)
    let (base, alternate) = (fractions.next(isSigned: false), fractions.next(isSigned: false))
    var channels: [Channel] = []
    for _ in 0..<count {
      let (least, most) = (fractions.next(isSigned: true), fractions.next(isSigned: true))
      let gamma = fractions.next(isSigned: false)
      let (baseOffset, alternateOffset) = (fractions.next(isSigned: true), fractions.next(isSigned: true))
      guard let least, let most, let gamma, let baseOffset, let alternateOffset else { break }
      channels.append(
        Channel(min: least, max: most, gamma: gamma, baseOffset: baseOffset, alternateOffset: alternateOffset))
    }
    guard let base, let alternate, channels.count == count else {
      return .failure(Fault(reason: "its description (ISO 21496-1) is cut short"))
    }
    return GainMapCoding(channels: channels, baseHeadroom: base, alternateHeadroom: alternate).checked()
  }

  /// Reads fractions of 32-bit numbers, in big-endian order.
  private struct Fractions {
    private let block: UnsafeRawBufferPointer
    private var place: Int
    private var common: UInt32?

    init(_ block: UnsafeRawBufferPointer, at place: Int, haveOneDenominator: Bool) {
      (self.block, self.place) = (block, place)
      if haveOneDenominator { common = word() ?? 0 }
    }

    /// Nil if the block ends. Not a finite number if the denominator is zero.
    mutating func next(isSigned: Bool) -> Double? {
      guard let numerator = word(), let denominator = common ?? word() else { return nil }
      let number = isSigned ? Double(Int32(bitPattern: numerator)) : Double(numerator)
      return number / Double(denominator)
    }

    private mutating func word() -> UInt32? {
      guard place + 4 <= block.count else { return nil }
      defer { place += 4 }
      return UInt32(bigEndian: block.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }

  /// The block for a gain map's file.
  public var iso: [UInt8] {
    var block: [UInt8] = [0, 0, 0, 0, (channels.count > 1 ? Self.hasChannels : 0) | Self.usesBaseColors]
    let denominator = 1 << 24
    for number in [baseHeadroom, alternateHeadroom]
      + channels.flatMap({ [$0.min, $0.max, $0.gamma, $0.baseOffset, $0.alternateOffset] })
    {
      block += UInt32(bitPattern: Int32((number * Double(denominator)).rounded())).bigEndianBytes
      block += UInt32(denominator).bigEndianBytes
    }
    return block
  }

  /// The block for a picture with a gain map: only the version.
  static let isoVersion: [UInt8] = [0, 0, 0, 0]
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
