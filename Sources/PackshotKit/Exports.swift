// The library's users name filters, colours, recipes and records without knowing which module they live in.
@_exported import Catalog
@_exported import ColorProfiles
@_exported import Filters
@_exported import Golden
@_exported import ImageCodecs
@_exported import Parameters
@_exported import Pipeline
@_exported import PixelCore
@_exported import PixelKernels
@_exported import Rendering
@_exported import Text
