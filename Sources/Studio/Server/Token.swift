import Synchronization

/// The secrets of one studio process: the link's token, which becomes a cookie, and the forms' token, which no other site's page knows.
final class Token: Sendable {
  let text = Token.random()
  let form = Token.random()
  /// The port that the studio listens on; 0 before it does.
  let port = Mutex(0)

  /// Names and addresses of this machine, as a browser sends them in `Host`. Any other name means that a page of another site was
  /// made to resolve to this machine (DNS rebinding).
  func names(_ host: String) -> Bool {
    let port = port.withLock(\.self)
    return ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host.lowercased())
  }

  /// 256 random bits in hexadecimal digits.
  static func random() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(system.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }
}

extension String {
  /// Compares in a time that depends only on the lengths.
  func isSameSecret(as other: String) -> Bool {
    let (one, two) = (Array(utf8), Array(other.utf8))
    return one.count == two.count && zip(one, two).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
