import Foundation

/// PNG files as terminal escape sequences.
enum InlinePicture {
  /// Returns a sequence of kitty's graphics protocol: transmit and display (`a=T`) a PNG (`f=100`) without an answer
  /// (`q=2`), in chunks of up to 4096 characters of Base64. All chunks except the last are marked with `m=1`.
  static func kitty(png: [UInt8]) -> String {
    var rest = Substring(Data(png).base64EncodedString())
    var control = "a=T,f=100,q=2,"
    var text = ""
    repeat {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      text += "\u{1b}_G\(control)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1b}\\"
      control = ""
    } while !rest.isEmpty
    return text + "\n"
  }

  /// Returns iTerm2's sequence `OSC 1337 ; File=`.
  static func iTerm2(png: [UInt8]) -> String {
    "\u{1b}]1337;File=inline=1;size=\(png.count):\(Data(png).base64EncodedString())\u{7}\n"
  }
}
