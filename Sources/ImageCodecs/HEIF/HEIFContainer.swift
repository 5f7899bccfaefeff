import PixelCore

/// The items of a HEIF file (ISO/IEC 23008-12) and their references. Parsed without a library, because only a few boxes
/// matter, and a hostile file attacks a parser through the numbers in these boxes.
struct HEIFContainer {
  let file: UnsafeRawBufferPointer
  /// The format that errors name.
  let format: ImageFileFormat
  private(set) var items: [UInt32: HEIFItem] = [:]
  /// The item with the file's main picture.
  private(set) var primary: UInt32?
  private(set) var references = HEIFReferences()
  /// The description of a picture sequence (`moov`).
  private(set) var movie: BoxReader?
  private var data: Range<Int>?
  private var properties: [HEIFProperty] = []
  private var entryCount = 0

  /// Maximum number of entries, which take more memory than their bytes in the file. No genuine file needs that many.
  private static let mostEntries = 1 << 18

  /// Reads the boxes of a whole file.
  ///
  /// - Parameters:
  ///   - format: The format that errors name.
  ///   - maxMetadata: Maximum bytes of the `meta` box.
  init(_ file: UnsafeRawBufferPointer, format: ImageFileFormat, maxMetadata: Int) throws(CodecError) {
    (self.file, self.format) = (file, format)
    var boxes = BoxReader(file, 0..<file.count, format)
    var hasMetadata = false
    while !boxes.isAtEnd {
      // Boxes after the metadata may be cut off. Code that needs them throws its own error.
      guard let box = hasMetadata || movie != nil ? try? boxes.box() : try boxes.box() else { break }
      switch box.kind {
      case "meta" where !hasMetadata:
        hasMetadata = true
        let count = box.content.rest.count
        guard count <= maxMetadata else { throw .tooMuchMetadata(format, found: count, limit: maxMetadata) }
        try readMetadata(box.content)
      case "moov": movie = movie ?? box.content
      default: break
      }
    }
    if !hasMetadata && movie == nil { throw .truncated(format, row: nil) }
  }

  /// Reads a `meta` box from anywhere in a file.
  init(_ file: UnsafeRawBufferPointer, format: ImageFileFormat, metadata: BoxReader) throws(CodecError) {
    (self.file, self.format) = (file, format)
    try readMetadata(metadata)
  }

  /// Creates a container from items that no `meta` box describes.
  init(
    _ file: UnsafeRawBufferPointer, format: ImageFileFormat, items: [UInt32: HEIFItem], primary: UInt32,
    references: HEIFReferences
  ) {
    (self.file, self.format) = (file, format)
    (self.items, self.primary, self.references) = (items, primary, references)
  }

  /// Whether the file contains a picture sequence.
  var hasSequence: Bool { movie != nil }

  /// Returns the number of bytes of an item, or of the whole file if the item doesn't state its length.
  func byteCount(of item: HEIFItem) -> Int {
    if item.pieces.contains(where: \.isEmpty) { return file.count }
    return min(item.pieces.reduce(0) { Swift.min($0 + $1.count, file.count) }, file.count)
  }

  /// Calls `body` with the bytes of an item, or the first `count` of them. Joins them if they are in several pieces.
  func withBytes<R>(
    of item: HEIFItem, first count: Int = .max, _ body: (UnsafeRawBufferPointer) throws(CodecError) -> R
  ) throws(CodecError) -> R {
    let whole = item.bounds ?? 0..<file.count
    var pieces: [UnsafeRawBufferPointer] = []
    var missing = count
    for piece in item.pieces {
      let start = whole.lowerBound + piece.lowerBound
      // A piece without a length extends to the end.
      let end = piece.isEmpty ? whole.upperBound : start + piece.count
      guard start <= end, end <= whole.upperBound else { throw .truncated(format, row: nil) }
      let part = file[start..<end].prefix(missing)
      if !part.isEmpty || pieces.isEmpty { pieces.append(UnsafeRawBufferPointer(rebasing: part)) }
      missing -= part.count
    }
    if pieces.count == 1 { return try body(pieces[0]) }
    guard pieces.reduce(0, { $0 + $1.count }) <= file.count else {
      throw .damaged(format, why: "its parts overlap", row: nil)
    }
    let copy = EncodedImage(Array(pieces.joined()))
    return try copy.withBytes(body)
  }
}

// MARK: Reading

extension HEIFContainer {
  private mutating func readMetadata(_ box: BoxReader) throws(CodecError) {
    var box = box
    _ = try box.versionAndFlags()
    var associations: [BoxReader] = []
    while !box.isAtEnd {
      var (kind, content) = try box.box()
      switch kind {
      case "pitm":
        let isShort = try content.versionAndFlags().version == 0
        primary = UInt32(try content.number(bytes: isShort ? 2 : 4))
      case "iinf": try readItems(content)
      case "iloc": try readPlaces(content)
      case "iref": try readReferences(content)
      case "idat": data = content.rest
      case "iprp":
        while !content.isAtEnd {
          let (kind, content) = try content.box()
          if kind == "ipco" { try readProperties(content) }
          if kind == "ipma" { associations.append(content) }
        }
      default: break
      }
    }
    for content in associations { try readAssociations(content) }
    for (id, item) in items where item.isInData { items[id]!.bounds = data ?? 0..<0 }
  }

  private mutating func countEntry() throws(CodecError) {
    entryCount += 1
    guard entryCount <= Self.mostEntries else { throw .damaged(format, why: "it has too many parts", row: nil) }
  }

  private mutating func readItems(_ box: BoxReader) throws(CodecError) {
    var box = box
    _ = try box.number(bytes: try box.versionAndFlags().version == 0 ? 2 : 4)
    while !box.isAtEnd {
      var (kind, content) = try box.box()
      guard kind == "infe" else { continue }
      let (version, flags) = try content.versionAndFlags()
      guard version >= 2 else { continue }
      let id = UInt32(try content.number(bytes: version == 2 ? 2 : 4))
      items[id, default: HEIFItem()].isProtected = try content.number(UInt16.self) != 0
      items[id]!.kind = try content.word()
      items[id]!.isHidden = flags & 1 != 0
      if items[id]!.kind == "mime" {
        _ = try content.text()
        items[id]!.mediaType = try content.text()
      }
    }
  }

  private mutating func readPlaces(_ box: BoxReader) throws(CodecError) {
    var box = box
    let version = try box.versionAndFlags().version
    let sizes = Int(try box.number(UInt16.self))
    let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexBytes = version == 0 ? 0 : sizes & 15
    guard max(offsetBytes, lengthBytes, baseBytes, indexBytes) <= 8 else {
      throw .damaged(format, why: "its numbers are too long", row: nil)
    }
    for _ in 0..<(try box.number(bytes: version < 2 ? 2 : 4)) {
      let id = UInt32(try box.number(bytes: version < 2 ? 2 : 4))
      let method = version == 0 ? 0 : try box.number(UInt16.self) & 15
      // Nonzero if the data is in another file.
      let isElsewhere = try box.number(UInt16.self) != 0
      let base = try box.number(bytes: baseBytes)
      var pieces: [Range<Int>] = []
      for _ in 0..<(try box.number(UInt16.self)) {
        _ = try box.take(indexBytes)
        let offset = try box.number(bytes: offsetBytes)
        let length = try box.number(bytes: lengthBytes)
        // Sums of numbers below this limit don't overflow. No file is that long.
        let longest = 1 << 60 as UInt64
        try countEntry()
        guard max(base, offset, length) < longest else {
          throw .damaged(format, why: "its parts are where no file has them", row: nil)
        }
        pieces.append(Int(base + offset)..<Int(base + offset + length))
      }
      guard method <= 1, !isElsewhere else { continue }
      items[id, default: HEIFItem()].pieces = pieces
      items[id]!.isInData = method == 1
    }
  }

  private mutating func readReferences(_ box: BoxReader) throws(CodecError) {
    var box = box
    let bytes = try box.versionAndFlags().version == 0 ? 2 : 4
    while !box.isAtEnd {
      var (kind, content) = try box.box()
      let from = UInt32(try content.number(bytes: bytes))
      var to: [UInt32] = []
      for _ in 0..<(try content.number(UInt16.self)) {
        try countEntry()
        to.append(UInt32(try content.number(bytes: bytes)))
      }
      references.add(kind, from: from, to: to)
    }
  }

  private mutating func readProperties(_ box: BoxReader) throws(CodecError) {
    var box = box
    while !box.isAtEnd {
      let (kind, content) = try box.box()
      try countEntry()
      properties.append(try HEIFProperty(kind, content))
    }
  }

  /// Properties that don't affect reading: sample depth, pixel aspect ratio, screen brightness, dates and texts.
  private static let harmless: Set = [
    "pixi", "pasp", "colr", "clli", "mdcv", "cclv", "amve", "udes", "altt", "crtt", "mdft",
  ]

  private mutating func readAssociations(_ box: BoxReader) throws(CodecError) {
    var box = box
    let (version, flags) = try box.versionAndFlags()
    for _ in 0..<(try box.number(UInt32.self)) {
      let id = UInt32(try box.number(bytes: version == 0 ? 2 : 4))
      for _ in 0..<(try box.number(UInt8.self)) {
        let isLong = flags & 1 != 0
        let number = Int(try box.number(bytes: isLong ? 2 : 1))
        let essential = isLong ? 0x8000 : 0x80
        try countEntry()
        guard let property = properties.element(number % essential - 1) else { continue }
        items[id, default: HEIFItem()].properties.append(property)
        if case .other(let kind, _) = property, number >= essential, !Self.harmless.contains(kind) {
          items[id]!.unknownProperties.append(kind)
        }
      }
    }
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
