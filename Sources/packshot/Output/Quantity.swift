/// A number with a unit as typed: `100MP`, `512MB`, `2GB`, `268435456`.
struct Quantity: FormattedArgument {
  static let format = "a number, with or without a unit, such as 100MP or 512MB"
  let value: Int

  init?(argument: String) {
    let digits = argument.prefix { $0.isNumber || $0 == "." }
    let unit = argument.dropFirst(digits.count).uppercased()
    let factors: [String: Double] = [
      "": 1, "K": 1e3, "KB": 1e3, "M": 1e6, "MB": 1e6, "MP": 1e6, "G": 1e9, "GB": 1e9, "KIB": 0x1p10, "MIB": 0x1p20,
      "GIB": 0x1p30,
    ]
    guard let number = Double(digits), let factor = factors[unit], number * factor < 1e15 else { return nil }
    value = Int(number * factor)
  }
}
