import Foundation

extension Date {
  /// The moment as the clocks of `zone` show it, such as `2025-03-01 09:30:00`, which ``init(local:in:)`` reads back. Of an hour
  /// that clocks show twice, the second has its offset from UTC.
  func localText(in zone: TimeZone = .current) -> String {
    let offset = zone.secondsFromGMT(for: self)
    let shown = Date(milliseconds: milliseconds + Int64(offset) * 1000)
    guard shown.isRepresentable else { return rfc3339 }
    let text = String(shown.rfc3339.dropLast()).replacing("T", with: " ")
    if Date(local: text, in: zone)?.milliseconds == milliseconds { return text }
    guard offset.isMultiple(of: 60) else { return rfc3339 }
    let minutes = abs(offset) / 60
    let parts = [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return text + (offset < 0 ? "-" : "+") + parts.joined(separator: ":")
  }

  /// The moment that a text names without saying in which zone, as lists print it: a day, or a day and a time to the minute
  /// or finer. It is read as the clocks of `zone` show it. A day begins at midnight; of an hour that clocks show twice the
  /// first is meant, and of one that they skip the moment that it would have been before the clocks were changed.
  init?(local text: String, in zone: TimeZone = .current) {
    let clock =
      switch text.utf8.count {
      case 10: text + "T00:00:00Z"
      case 16: text + ":00Z"
      default: text + "Z"
      }
    guard let shown = Date(rfc3339: clock) else { return nil }
    // The zone is the one of half a day before, unless clocks were changed until then.
    let before = zone.secondsFromGMT(for: shown.addingTimeInterval(-86_400))
    let earlier = Date(milliseconds: shown.milliseconds - Int64(before) * 1000)
    let offset = zone.secondsFromGMT(for: earlier)
    let later = Date(milliseconds: shown.milliseconds - Int64(offset) * 1000)
    self = zone.secondsFromGMT(for: later) == offset ? later : earlier
    guard isRepresentable else { return nil }
  }
}
