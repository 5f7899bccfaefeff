extension Array where Element: Comparable {
  /// Returns the element that would be at `place` if the array were sorted.
  func element(_ place: Int) -> Element {
    var elements = self
    var (first, last) = (0, count - 1)
    while first < last {
      let pivot = elements[first + (last - first) / 2]
      var (low, high) = (first, last)
      while low <= high {
        while elements[low] < pivot { low += 1 }
        while pivot < elements[high] { high -= 1 }
        if low <= high {
          elements.swapAt(low, high)
          (low, high) = (low + 1, high - 1)
        }
      }
      if place <= high { last = high } else if place >= low { first = low } else { break }
    }
    return elements[place]
  }
}
