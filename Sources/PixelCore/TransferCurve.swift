/// sRGB's transfer curve between the values in files and linear light (IEC 61966-2-1).
///
/// Computed with ``ExactMath``, so that tables made with it are the same on every machine.
public enum TransferCurve {
  /// Converts encoded values of 0…1 to linear light of 0…1.
  public static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : ExactMath.power((value + 0.055) / 1.055, 2.4)
  }

  /// Converts linear light of 0…1 to encoded values of 0…1.
  public static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * ExactMath.power(light, 1 / 2.4) - 0.055
  }
}
