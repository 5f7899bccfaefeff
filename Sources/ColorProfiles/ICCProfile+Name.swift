extension ICCProfile {
  /// The profile's description (section 9.2.41; before version 4, ICC.1:2001-04, section 6.5.17).
  var name: String? {
    guard has("desc"), let data = try? data(of: "desc") else { return nil }
    let name = try? data.type == "desc" ? Self.asciiName(data) : Self.localizedName(data)
    guard let text = name ?? nil else { return nil }
    // Some programs pad the text with zeros.
    let beginning = text.prefix { $0 != "\0" }
    return beginning.isEmpty ? nil : String(beginning)
  }

  private static func asciiName(_ data: TagData) throws(Fault) -> String? {
    let length = try data.long(8)
    return length < 2 ? nil : data.text(12..<11 + length)
  }

  private static func localizedName(_ data: TagData) throws(Fault) -> String? {
    guard data.type == "mluc" else { return nil }
    let (length, start) = (try data.long(20), try data.long(24))
    return data.units(start..<start + length).map { String(decoding: $0, as: UTF16.self) }
  }
}
