import ColorProfiles
import TestSupport
import Testing

/// What is read from profiles, and which profiles are refused.
@Suite struct ReadingTests {
  @Test func sRGBIsRecognizedByItsValues() throws {
    #expect(try ColorProfile.read(ProfileBuilder.sRGB.bytes).get().isSRGB)
    #expect(try !ColorProfile.read(ProfileBuilder.displayP3.bytes).get().isSRGB)
    var impostor = ProfileBuilder.adobeRGB
    impostor.tags[0].data = ProfileBuilder.text("sRGB IEC61966-2.1")
    #expect(try !ColorProfile.read(impostor.bytes).get().isSRGB)
    #expect(try ColorProfile.read(ProfileBuilder(grey: ProfileBuilder.sRGBCurve).bytes).get().isSRGB)
    // A power of 2.2 is up to 9 levels from sRGB's curve in the shadows.
    #expect(try !ColorProfile.read(ProfileBuilder(grey: ProfileBuilder.gamma(2.2)).bytes).get().isSRGB)
  }

  @Test func theProfileNameIsRead() throws {
    #expect(try ColorProfile.read(ProfileBuilder.displayP3.bytes).get().name == "Display P3")
    var old = ProfileBuilder.displayP3
    old.tags[0].data = Array("desc\0\0\0\0".utf8) + ProfileBuilder.long(5) + Array("P3\0\0\0".utf8)
    #expect(try ColorProfile.read(old.bytes).get().name == "P3")
  }

  @Test func anUnusableProfileIsRefusedWithTheReason() {
    func reason(_ change: (inout ProfileBuilder) -> Void) -> String? {
      var builder = ProfileBuilder.displayP3
      change(&builder)
      guard case .failure(let fault) = ColorProfile.read(builder.bytes) else { return nil }
      return fault.message
    }
    #expect(reason { _ in } == nil)
    #expect(reason { $0.colorSpace = "YCbr" } == "it is for YCbr, and not for RGB, grey or CMYK")
    #expect(reason { $0.colorSpace = "CMYK" } == "it has no tag A2B0")
    #expect(reason { $0.tags.removeAll { $0.name == "gXYZ" } } == "it has no tag gXYZ")
    #expect(
      reason {
        $0.connectionSpace = "Lab "
        $0.tags.append(("A2B0", [UInt8](repeating: 0, count: 8)))
      } == "its tag A2B0 is damaged")
    #expect(reason { $0.tags[2].data = [1, 2, 3, 4, 5, 6, 7, 8] } == "its tag rTRC is damaged")
    #expect(
      reason { $0.tags[1].data.replaceSubrange(8..<12, with: [0x7f, 0, 0, 0]) } == "its primaries are not colours")
    #expect(reason { $0.connectionSpace = "Lab " } == "it is damaged")
    #expect(
      reason {
        $0 = .scanner
        $0.connectionSpace = "Luv "
      } == "it is damaged")
    guard case .failure(let fault) = ColorProfile.read([1, 2, 3]) else {
      Issue.record("three bytes are no profile")
      return
    }
    #expect(fault.message == "it is damaged")
  }

  /// Profiles cut at every byte, or with seeded bytes changed, are either read or refused.
  @Test func damagedProfilesAreReadOrRefused() {
    let grey = ProfileBuilder(grey: ProfileBuilder.table([0, 9, 700, 65535]))
    for builder in [ProfileBuilder.displayP3, .cmykProfile, .scanner, .scannerToXYZ, .cubes, grey] {
      let bytes = builder.bytes
      for count in 0..<bytes.count { _ = ColorProfile.read(Array(bytes.prefix(count))) }
      var generator = SeededGenerator(seed: 20)
      // Sampling a table takes a tenth of a second.
      for _ in 0..<(builder.connectionSpace == "XYZ " && builder.tags.contains { $0.name == "A2B0" } ? 10 : 100) {
        var changed = bytes
        for _ in 0..<3 {
          let place = Int.random(in: 0..<changed.count, using: &generator)
          changed[place] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &generator)].randomElement(
            using: &generator)!
        }
        _ = ColorProfile.read(changed)
      }
    }
  }
}
