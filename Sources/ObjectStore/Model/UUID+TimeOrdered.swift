import Foundation

extension UUID {
  /// A new id of version 7 (RFC 9562, section 5.7): the time to a quarter of a microsecond (its method 3), then 62 random
  /// bits.
  ///
  /// Ids that follow the clock land side by side in every index. With random ones (version 4), which touch a page of
  /// each index for each row, a run's records took four times as long to write.
  public static func timeOrdered() -> UUID {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (milliseconds, rest) = UInt64(now.tv_nsec).quotientAndRemainder(dividingBy: 1_000_000)
    let time = UInt64(now.tv_sec) * 1000 + milliseconds
    let high = time << 16 | 7 << 12 | rest * 4096 / 1_000_000
    let low = 0b10 << 62 | UInt64.random(in: 0..<1 << 62)
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
