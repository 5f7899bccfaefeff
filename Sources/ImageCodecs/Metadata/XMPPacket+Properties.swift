extension XMPPacket {
  /// Collects properties from a packet's tokens: the attributes and children of the elements in `rdf:RDF`.
  struct PropertyReader {
    private(set) var creators: [String] = []
    private(set) var rights: String?
    private(set) var credit: String?
    private(set) var isExtended = false
    private(set) var outdated: [Range<Int>] = []
    /// Declarations of namespaces whose properties are all outdated, and whether kept content needs them.
    private(set) var declarations: [Range<Int>] = []
    private(set) var needsDeclarations = false
    private(set) var end: Int?

    private var elements: [Element] = []
    private var property: Property?
    private var hasRoot = false

    private static let deepest = 64

    private struct Element {
      let tag: String
      let namespace: String
      let name: String
      let declared: [String: String]
    }

    private struct Property {
      let namespace: String
      let name: String
      let start: Int
      let depth: Int
      var texts: [(language: String?, text: String)] = []
      /// The element whose text is being read, with its depth.
      var item: (depth: Int, language: String?, text: String)?
    }

    var isComplete: Bool { hasRoot && elements.isEmpty }

    /// Processes the next token. Returns false if tags don't match or are nested too deep.
    mutating func take(_ token: XMLReader.Token, of reader: XMLReader) -> Bool {
      switch token {
      case .text(let range, let isVerbatim):
        if property?.item?.depth == elements.count {
          property?.item?.text += reader.text(range, isVerbatim: isVerbatim)
        }
        return true
      case .start(let name, let attributes, let isEmpty):
        guard elements.count < Self.deepest else { return false }
        open(name, attributes, reader)
        if isEmpty { close(reader) }
        return true
      case .end(let name):
        guard elements.last?.tag == name else { return false }
        close(reader)
        return true
      }
    }

    // MARK: Elements

    private mutating func open(_ tag: String, _ attributes: [XMLReader.Attribute], _ reader: XMLReader) {
      hasRoot = true
      var declared: [String: String] = [:]
      for attribute in attributes where attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:") {
        let namespace = reader.text(attribute.value)
        declared[String(attribute.name.dropFirst("xmlns:".count))] = namespace
        if XMPNamespace.isOfOneFile(namespace), property.map({ !isOutdated($0) }) ?? true {
          declarations.append(attribute.place)
        }
      }
      let parts = Self.split(tag)
      let namespace = declared[parts.prefix] ?? self.namespace(parts.prefix)
      let element = Element(tag: tag, namespace: namespace, name: parts.name, declared: declared)
      let isListed = elements.last.map(Self.isList) == true
      let isProperty = elements.dropLast().last.map(Self.isList) == true
      elements.append(element)
      if isListed {
        takeAttributes(attributes, reader)
      } else if isProperty {
        property = Property(namespace: namespace, name: parts.name, start: reader.start, depth: elements.count)
        property?.item = (elements.count, nil, "")
      } else if property != nil, namespace == XMPNamespace.rdf, ["li", "value"].contains(parts.name) {
        let language = attributes.first { $0.name == "xml:lang" }.map { reader.text($0.value) }
        property?.item = (elements.count, language, "")
      }
      if !isProperty { noteUse(namespace) }
      if !isListed {
        for attribute in attributes where !attribute.name.hasPrefix("xml") {
          noteUse(self.namespace(Self.split(attribute.name).prefix))
        }
      }
    }

    private mutating func close(_ reader: XMLReader) {
      if let item = property?.item, item.depth == elements.count {
        let text = item.text.trimmed
        if !text.isEmpty { property?.texts.append((item.language, text)) }
        property?.item = nil
      }
      if let property, property.depth == elements.count {
        take(property.namespace, property.name, property.texts, property.start..<reader.place)
        self.property = nil
      }
      if elements.last.map(Self.isList) == true, reader.bytes[reader.start...].starts(with: Array("</".utf8)) {
        end = reader.start
      }
      elements.removeLast()
    }

    private static func isList(_ element: Element) -> Bool {
      element.namespace == XMPNamespace.rdf && element.name == "RDF"
    }

    /// Records that a kept element or attribute uses a namespace. Its declaration must then be kept too.
    private mutating func noteUse(_ namespace: String) {
      guard XMPNamespace.isOfOneFile(namespace) else { return }
      if property.map({ !isOutdated($0) }) ?? true { needsDeclarations = true }
    }

    private func isOutdated(_ property: Property) -> Bool {
      XMPNamespace.isOutdated(property.namespace, property.name)
    }

    private func namespace(_ prefix: String) -> String {
      elements.lazy.reversed().compactMap { $0.declared[prefix] }.first ?? ""
    }

    private static func split(_ name: String) -> (prefix: String, name: String) {
      guard let colon = name.firstIndex(of: ":") else { return ("", name) }
      return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }

    // MARK: Properties

    private mutating func takeAttributes(_ attributes: [XMLReader.Attribute], _ reader: XMLReader) {
      for attribute in attributes where !attribute.name.hasPrefix("xml") {
        let parts = Self.split(attribute.name)
        // An attribute without a prefix is in no namespace.
        if parts.prefix.isEmpty { continue }
        let text = reader.text(attribute.value).trimmed
        take(namespace(parts.prefix), parts.name, text.isEmpty ? [] : [(nil, text)], attribute.place)
      }
    }

    private mutating func take(
      _ namespace: String, _ name: String, _ texts: [(language: String?, text: String)], _ place: Range<Int>
    ) {
      if XMPNamespace.isOutdated(namespace, name) {
        outdated.append(place)
        if namespace == XMPNamespace.note, name == "HasExtendedXMP" { isExtended = true }
        return
      }
      let first = (texts.first { $0.language == "x-default" } ?? texts.first)?.text
      switch (namespace, name) {
      case (XMPNamespace.dc, "creator") where creators.isEmpty: creators = texts.map(\.text)
      case (XMPNamespace.dc, "rights"): rights = rights ?? first
      case (XMPNamespace.photoshop, "Credit"): credit = credit ?? first
      default: break
      }
    }
  }
}

extension String {
  /// The text without invisible characters that XML can't contain (section 2.2), and without leading and trailing white
  /// space.
  var trimmed: String {
    let scalars = unicodeScalars.filter { scalar in
      switch scalar {
      case "\t", "\n", "\r": true
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": false
      default: true
      }
    }
    let isWhite = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let rest = scalars.drop(while: isWhite)
    let end = rest.lastIndex { !isWhite($0) }.map(rest.index(after:)) ?? rest.startIndex
    return String(String.UnicodeScalarView(rest[..<end]))
  }
}
