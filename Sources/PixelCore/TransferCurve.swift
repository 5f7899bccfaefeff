/// sRGB's transfer curve: how numbers that files hold map to light (IEC 61966-2-1).
///
/// Computed with ``ExactMath``, so that tables made of it are the same on every machine.
public enum TransferCurve {
  /// From 0…1 encoded to 0…1 of linear light.
  public static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : ExactMath.power((value + 0.055) / 1.055, 2.4)
  }

  /// From 0…1 of linear light to 0…1 encoded.
  public static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * ExactMath.power(light, 1 / 2.4) - 0.055
  }
}
