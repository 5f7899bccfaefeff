// The library's users name filters, colours, recipes and records without knowing which module they live in.
@_exported import ColorProfiles
@_exported import Errors
@_exported import Filters
@_exported import Golden
@_exported import ImageCodecs
@_exported import ObjectStore
@_exported import Parameters
@_exported import Pipeline
@_exported import PixelCore
@_exported import PixelKernels
@_exported import Rendering
@_exported import Shop
@_exported import Text

@_exported import enum Typesetting.FontError
@_exported import enum Typesetting.FontRemedy
