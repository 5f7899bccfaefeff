import PackshotKit
import Platform

/// A line on a terminal with the progress of a run: a bar, photos per second, time left, failures so far.
struct ProgressBar {
  private let start = ContinuousClock.now
  private var drawn = ContinuousClock.now - .seconds(1)
  private var total = 0
  private var done = 0
  private var failed = 0
  private let isShown: Bool

  init(isShown: Bool) { self.isShown = isShown }

  mutating func begin(total: Int) { self.total = total }

  mutating func count(_ report: PhotoReport) {
    done += 1
    if report.status == .failed { failed += 1 }
    // Often enough to look alive, rarely enough to cost nothing.
    guard isShown, ContinuousClock.now - drawn > .milliseconds(80) || done == total else { return }
    drawn = .now
    draw()
  }

  /// Clears the line, so that other lines can be written.
  func clear() {
    if isShown { Console.write("\r\u{1b}[K") }
  }

  private func draw() {
    let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
    let rate = Double(done) / seconds
    let width = 24
    let filled = total == 0 ? width : min(width, done * width / total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = done == total ? "" : ", \(Self.duration(Double(total - done) / rate)) left"
    let failures = failed == 0 ? "" : ", \(failed) failed"
    Console.write("\r\u{1b}[K\(bar) \(done)/\(total), \(Self.decimal(rate)) photos/s\(left)\(failures)")
  }

  static func duration(_ seconds: Double) -> String {
    if seconds < 90 { return "\(Int(seconds.rounded(.up))) s" }
    if seconds < 5400 { return "\(Int((seconds / 60).rounded())) min" }
    return "\(decimal(seconds / 3600)) h"
  }

  static func decimal(_ number: Double) -> String {
    number >= 100 ? String(Int(number.rounded())) : String((number * 10).rounded() / 10)
  }
}
