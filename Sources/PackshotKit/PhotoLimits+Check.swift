import ImageCodecs
import Rendering

extension PhotoLimits {
  /// Checks the ranges that the types can't express.
  func check() throws(PackshotError) {
    let counts: [(Limit, Int)] = [
      (.maxPixels, maxPixels), (.maxMetadata, maxMetadata), (.maxScans, maxScans), (.maxFileSize, maxFileSize),
    ]
    for (limit, value) in counts where value < 1 {
      throw .refusedSetting(limit.setting, found: "\(value)", allowed: .atLeast(1))
    }
    if maxMemory < 1_000_000 {
      throw .refusedSetting(
        Limit.maxMemory.setting, found: "\(maxMemory) bytes", allowed: .described("1 MB or more, such as 512MB or 2GB"))
    }
    if !(maxSeconds > 0 && maxSeconds <= 1e9) {
      throw .refusedSetting(
        Limit.maxSeconds.setting, found: "\(maxSeconds)", allowed: .described("more than 0, up to 1000000000"))
    }
  }
}

extension Limit {
  /// The setting's name in errors about its value.
  public var setting: SettingName { SettingName(rawValue) }
}
