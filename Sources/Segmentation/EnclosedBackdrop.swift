import Parameters

/// What to do with backdrop that the product encloses, such as inside the handle of a cup.
public enum EnclosedBackdrop: String, ParameterChoice {
  /// Keep it opaque. White print on white looks the same.
  case keep
  /// Make it transparent.
  case drop
}
