import PackshotKit

/// Shows the number of processed records on a terminal.
struct RowCounter {
  func show(_ count: Int) { show("\(count) records") }

  func show(_ progress: ImportProgress) {
    switch progress {
    case .checked(let count): show("\(count) records checked")
    case .imported(let count, let all): show("\(count) of \(all) records imported")
    }
  }

  private func show(_ text: String) {
    if Console.isTerminal { Console.write("\r\u{1b}[K\(text)") }
  }

  /// Clears the line, so that other lines can be written.
  func clear() {
    if Console.isTerminal { Console.write("\r\u{1b}[K") }
  }
}
