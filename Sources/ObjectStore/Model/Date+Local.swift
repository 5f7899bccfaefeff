import Foundation

extension Date {
  /// Returns the local time in `zone`, such as `2025-03-01 09:30:00`, which ``init(local:in:)`` reads back. If clocks
  /// are set back and show an hour twice, times in the second of these hours have their offset from UTC appended.
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

  /// Creates a time from text without a time zone, as in lists: a day, or a day and a time to the minute or finer, as
  /// local time in `zone`. A day begins at midnight. If clocks show an hour twice, the first is meant; if they skip it,
  /// the time by the clock before the change.
  init?(local text: String, in zone: TimeZone = .current) {
    let clock =
      switch text.utf8.count {
      case 10: text + "T00:00:00Z"
      case 16: text + ":00Z"
      default: text + "Z"
      }
    guard let shown = Date(rfc3339: clock) else { return nil }
    // The offset of about a day before applies, unless the clocks changed in between.
    let before = zone.secondsFromGMT(for: shown.addingTimeInterval(-86_400))
    let earlier = Date(milliseconds: shown.milliseconds - Int64(before) * 1000)
    let offset = zone.secondsFromGMT(for: earlier)
    let later = Date(milliseconds: shown.milliseconds - Int64(offset) * 1000)
    self = zone.secondsFromGMT(for: later) == offset ? later : earlier
    guard isRepresentable else { return nil }
  }
}
