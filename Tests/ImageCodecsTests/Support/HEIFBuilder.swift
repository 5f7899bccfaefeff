import Foundation
import ImageCodecs

/// Builds HEIC and AVIF files from coded pictures (ISO/IEC 23008-12).
struct HEIFBuilder {
  /// A picture coded by x265.
  struct Stream {
    let configuration, data: [UInt8]

    fileprivate init(_ configuration: String, _ data: String) {
      (self.configuration, self.data) = (Array(Data(base64Encoded: configuration)!), Array(Data(base64Encoded: data)!))
    }
  }

  struct Item {
    var kind = "hvc1"
    var mediaType: String?
    var data: [UInt8] = []
    /// Whether the data is stored in the metadata.
    var isInData = false
    var isProtected = false
    var properties: [(kind: String, content: [UInt8])] = []
    /// The kinds of properties that readers must understand.
    var essential: Set<String> = []

    /// A coded picture of 64 × 64 pixels, whose declared size may differ.
    init(_ stream: Stream, width: Int = 64, height: Int = 64) {
      data = stream.data
      properties = [
        ("hvcC", stream.configuration), HEIFBuilder.size(width, height), ("pixi", [0, 0, 0, 0, 3, 8, 8, 8]),
      ]
      essential = ["hvcC", "pixi"]
    }

    /// A grid of tiles.
    init(columns: Int, rows: Int, width: Int, height: Int) {
      (kind, isInData) = ("grid", true)
      data = [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + short(width) + short(height)
      properties = [HEIFBuilder.size(width, height)]
    }

    init(kind: String, mediaType: String? = nil, data: [UInt8]) {
      (self.kind, self.mediaType, self.data) = (kind, mediaType, data)
    }

    /// A picture coded by ``AVIF``, without alpha.
    init(av1 picture: Picture, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo) throws {
      let file = try picture.encoded(.avif(quality: 100, effort: 0, subsampling: subsampling))
      (kind, data) = ("av01", HEIFBuilder.content("mdat", of: file))
      properties = [
        ("av1C", HEIFBuilder.content("av1C", of: file)), HEIFBuilder.size(picture.size.width, picture.size.height),
      ]
      essential = ["av1C"]
    }

    /// The same item as an auxiliary one with this purpose.
    func auxiliary(_ purpose: String) -> Self {
      var item = self
      item.properties.append(("auxC", [0, 0, 0, 0] + Array(purpose.utf8) + [0]))
      return item
    }
  }

  static let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
  static let depth = "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"

  /// The content of the first box of this kind.
  private static func content(_ kind: String, of file: [UInt8]) -> [UInt8] {
    let place = file.indices.first { file[$0...].starts(with: kind.utf8) }!
    let length = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[place + 4..<place - 4 + length])
  }

  /// The items, numbered from 1. The first is the primary picture.
  var items: [Item]
  var references: [(kind: String, from: Int, to: [Int])] = []
  var brands = "heic\0\0\0\0mif1heic"
  /// Boxes after all others.
  var others: [UInt8] = []

  init(_ items: [Item]) { self.items = items }

  init(avif items: [Item], _ references: [(kind: String, from: Int, to: [Int])] = []) {
    (self.items, self.references, brands) = (items, references, "avif\0\0\0\0avifmif1miaf")
  }

  static func size(_ width: Int, _ height: Int) -> (kind: String, content: [UInt8]) {
    ("ispe", [0, 0, 0, 0] + long(width) + long(height))
  }

  static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    long(content.count + 8) + Array(kind.utf8) + content
  }

  var bytes: [UInt8] {
    let start = Self.box("ftyp", Array(brands.utf8))
    // Positions in the file take the same number of bytes, whatever they are.
    let count = start.count + metadata(dataStart: 0).count + 8
    let data = items.filter { !$0.isInData }.flatMap(\.data)
    return start + metadata(dataStart: count) + Self.box("mdat", data) + others
  }

  private func metadata(dataStart: Int) -> [UInt8] {
    var infos: [UInt8] = []
    var places: [UInt8] = []
    var associations: [UInt8] = []
    var properties: [UInt8] = []
    var inData: [UInt8] = []
    var place = dataStart
    var number = 0
    for (index, item) in items.enumerated() {
      let id = short(index + 1)
      infos += Self.box(
        "infe",
        [2, 0, 0, 0] + id + short(item.isProtected ? 1 : 0) + Array(item.kind.utf8) + [0]
          + (item.mediaType.map { Array($0.utf8) + [0] } ?? []))
      places += id + short(item.isInData ? 1 : 0) + short(0) + short(1)
      places += long(item.isInData ? inData.count : place) + long(item.data.count)
      if item.isInData { inData += item.data } else { place += item.data.count }
      associations += id + [UInt8(item.properties.count)]
      for property in item.properties {
        number += 1
        properties += Self.box(property.kind, property.content)
        associations.append(UInt8(number) | (item.essential.contains(property.kind) ? 0x80 : 0))
      }
    }
    let links = references.flatMap { link in
      Self.box(link.kind, short(link.from) + short(link.to.count) + link.to.flatMap(short))
    }
    let boxes = [
      Self.box("hdlr", long(0) + long(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
      Self.box("pitm", long(0) + short(1)), Self.box("iinf", long(0) + short(items.count) + infos),
      Self.box("iloc", [1, 0, 0, 0, 0x44, 0] + short(items.count) + places), Self.box("iref", long(0) + links),
      Self.box(
        "iprp",
        Self.box("ipco", properties) + Self.box("ipma", long(0) + long(items.count) + associations)),
      Self.box("idat", inData),
    ]
    return Self.box("meta", long(0) + boxes.flatMap { $0 })
  }
}

private func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
private func long(_ value: Int) -> [UInt8] { short(value >> 16 & 0xffff) + short(value & 0xffff) }

extension HEIFBuilder.Stream {
  /// Red, green and blue of the drawn quadrants: top left, top right, bottom left, bottom right.
  static let drawn = [[200, 30, 90], [70, 80, 250], [10, 220, 60], [240, 240, 20]]
  /// The same after rounding BT.601 luma and chroma to 8 bits.
  static let colors = [[200, 31, 90], [69, 80, 250], [10, 220, 59], [240, 240, 20]]
  /// Their luma.
  static let luma = [88, 96, 139, 215]

  /// The quadrants, lossless in luma and chroma, without subsampling.
  static let quadrants = Self(
    "AQQIAAAAAAAAAAAA//AA/P/4+AAADwMgAAEAF0ABDAH//wQIAAADAJ44AAADAAD/ugJAIQABACpCAQEECAAAAwCeOAAAAwAA/5AE"
      + "ECCy3UklNc3AgIGBAAADAAEAAAMAAQgiAAEACEQBwXAwYJEg",
    "AAACgygBrwW4FHuiWf//D/hfd5s2bNmz58+fPnz5yof//AAAAwALV/9lCuAL2p51JRMXd45jmOY5kVxXFcVxXFcVwxph04uFn0EX"
      + "L9OKajqSS3AKo2qqqsIiIiEyn9rXQA/5H/Ifxn4T1PU9T1PV9X1fV9X1fV9UPO5r9///HKY0mIc/h2J2J2J2J2vWvWvWvWvWvWvW"
      + "UcpQAEM0TFDFtbHm2Rt4AFpoy7Bkq2RbAAxH1bHF/oswgXpZRgAfV4d3LSOAK4AHnAUyeRzsd1RqQAMIUKU5IviPgAFWWaBQ2Vwf"
      + "JB/OXAAJCQ+HWCyzQ8PDw8YKCgoKCgoIVt53n//1c6oKPBChQoULp06dOnTpKFV3P//6JX0PRQFhyzVw1cNXDVw1jJYyWMljJYyW"
      + "MljJXFAAFRwggSq6EnRM2WPqdkfww0AAIiX4WHnSpWHHm+VksEceAAQs548B3OXosparSsx6SvgAjmABB0CkaOenBEDrh+0RhsvQ"
      + "AC0zMIQBIf1ZZUz0Dh5kBQaABi2AeiE1s1R7YkEBOfSpgAFsOKgX88DIInVrWgFB5sANA7RQzluMAA3JhnLxKgmAOM4zjOM8QxDE"
      + "MQxDEMQj/XUf//5YNyr/Jo47WF9hfYX2F9hoQaEGhBoQaEGhBoQX41hAA/wP3/X48ePHjyZMmTJkyZDZAArdbreYKFeHn1MHttX7"
      + "jc0Uc9CAAp9y+0KusWrQqbAw0nMNPrKgAG0V6KFuzXDg806SL90jAaPlr4xAAinlRNYMb1JjlDPIWkqq6KhEABSMA/4KecUSFRhA"
      + "d9au+RdG8RIAIT+pXpNHX3pZ/VpbhUmvAG4gAW6bbgVieZDGgz3mOBPz4dECaCg=")

  /// The same with 10 bits.
  static let deepQuadrants = Self(
    "AQQIAAAAAAAAAAAA//AA/P/6+gAADwMgAAEAF0ABDAH//wQIAAADAJw4AAADAAD/ugJAIQABACtCAQEECAAAAwCcOAAAAwAA/5AE"
      + "ECCbLdSSU1zcCAgYEAAAAwAQAAADABCAIgABAAhEAcFwMGCRIA==",
    "AAACBCgBrwW4FHuiWf//xv/jX+Lfw7777777777/7/7/7/7/7/7/78qH//yJq4An3bbff///40//Y90AP/j3/x5/xx/jD+IP4g/i"
      + "D+IP4h/iH+If4h/iH+If4h/iG8CZitiWIWUOX6cU0+MB55LcAr0TnOGrNmzZs3z58+fPnzaU/tTEAWfaS3tGns7XZJte+177Xvte"
      + "+19VX1VfVV9VX1VfVV9VXwG/zX7///TUnpmfpXPRxc/dz93P3c/dz/xP/E/8T/xP/E/8T/xP5gCq5csySa5AAAV4vtAmw/RDU9Ek"
      + "9O90AAHJBdmb1aENSf26s7ZXIIhA04Jh01wABa79N33lewzqt0/dP3T90/dVjVY1WNVjVY1WNVjUHBxMn//9PF6ccpWBDzte7Xu1"
      + "7te7bM2zNszbM2zNszbM18jZWP//9eUzrxE66vtb2VYzVYzVYzVYzVY/hY/hY/hY/hY/hY/hY/hY2xbOASB2t2i9TEMAAG/zM/5l"
      + "n5iHy2PJo8mjyaPJo8m/yb/Jv8m/yb/Jv8m/yaQWH9///Yp3sSdryVUaQKkCpAqQKkHlB5QeUHlB5QeUHlArYW8AxPAUjgEHfre9"
      + "0bq9ur26vbq9uu767vru+u767vru+u76zH0gT28gADJ6Ot9G9tFYqEdHfUd9R31HfUeJ54nnieeJ54nnieeJ54bFEfWdZg==")

  /// Approximately (200, 120, 40), with a quarter of the chroma samples.
  static let orange = Self(
    "AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAe"
      + "oCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA==",
    "AAAAGigBrwY4Wvz7V897///0dXeh/VA4qvEJj9fg")
}
