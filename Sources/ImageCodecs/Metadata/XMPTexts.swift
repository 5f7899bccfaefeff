/// The texts of one namespace's properties in an XMP packet (ISO 16684-1) from an untrusted file: a simple property's
/// text, or the texts of a list's items, by name.
struct XMPTexts {
  private(set) var texts: [String: [String]] = [:]

  private static let deepest = 64

  /// An element that is open.
  private struct Element {
    let declared: [String: String]
    /// The property whose text the element contains.
    let property: String?
  }

  /// Nil if the packet isn't well-formed, or nested too deep.
  init?(_ packet: UnsafeRawBufferPointer, namespace: String) {
    var reader = XMLReader(XMPPacket.utf8(packet))
    var open: [Element] = []
    while let token = reader.next() {
      switch token {
      case .text(let range, let isVerbatim):
        guard let property = open.last?.property else { continue }
        let text = reader.text(range, isVerbatim: isVerbatim).trimmed
        if !text.isEmpty { texts[property, default: []].append(text) }
      case .start(let name, let attributes, let isEmpty):
        guard open.count < Self.deepest else { return nil }
        var declared: [String: String] = [:]
        for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
          declared[String(attribute.name.dropFirst("xmlns:".count))] = reader.text(attribute.value)
        }
        func property(_ name: String) -> String? {
          guard let colon = name.firstIndex(of: ":") else { return nil }
          let prefix = String(name[..<colon])
          let found = declared[prefix] ?? open.lazy.reversed().compactMap { $0.declared[prefix] }.first
          return found == namespace ? String(name[name.index(after: colon)...]) : nil
        }
        for attribute in attributes {
          guard let name = property(attribute.name) else { continue }
          texts[name, default: []].append(reader.text(attribute.value).trimmed)
        }
        if !isEmpty { open.append(Element(declared: declared, property: property(name) ?? open.last?.property)) }
      case .end: if open.popLast() == nil { return nil }
      }
    }
    if reader.isDamaged { return nil }
  }
}
