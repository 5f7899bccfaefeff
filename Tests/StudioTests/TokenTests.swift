import Testing

@testable import Studio

@Suite struct TokenTests {
  @Test func secretsAreCompared() {
    #expect("abc".isSameSecret(as: "abc"))
    #expect(!"abc".isSameSecret(as: "abd"))
    #expect(!"abc".isSameSecret(as: "abcd"))
  }

  @Test func onlyNamesOfThisMachineWithThePortAreTaken() {
    let token = Token()
    token.port.withLock { $0 = 8580 }
    #expect(token.names("127.0.0.1:8580") && token.names("LOCALHOST:8580"))
    for name in ["127.0.0.1", "localhost:8581", "shop.example:8580", "127.0.0.1:8580.shop.example", "[::1]:8580", ""] {
      #expect(!token.names(name))
    }
  }
}
