extension String {
  /// Whether a path has no empty component and none that begins with a dot, and does not end with a slash: nothing in it
  /// is to be left out. Most paths are so, and asking costs less than taking them apart.
  package var isPlainPath: Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var isStart = true
    for byte in utf8.first == slash ? utf8.dropFirst() : utf8[...] {
      if isStart, byte == slash || byte == dot { return false }
      isStart = byte == slash
    }
    return !isStart
  }
}
