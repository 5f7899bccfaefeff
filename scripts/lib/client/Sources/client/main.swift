// Usage: client PHOTO CUTOUT FOLDER
//
// Does each job some times, prints the shortest in milliseconds, and leaves its picture in the folder.

import Foundation
import PackshotKit

let (photo, cutOut, folder) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])

func time(_ name: String, _ make: () throws -> Photo) throws {
  var least = Duration.seconds(1000)
  for _ in 0..<15 {
    least = try min(least, ContinuousClock().measure { _ = try make().image() })
  }
  try make().write(to: "\(folder)/\(name).png")
  print(name, least / .milliseconds(1))
}

try time("thumbnail") { try Photo(contentsOf: photo).applying(.resize(width: 200)) }
try time("resize") { try Photo(contentsOf: photo).applying(.resize(width: 1200)) }
try time("resize-linear") { try Photo(contentsOf: photo, working: .linear).applying(.resize(width: 1200)) }
try time("sepia") { try Photo(contentsOf: photo).applying(.sepiaTone(intensity: 0.7)) }
try time("composite") { try Photo(contentsOf: cutOut).composited(over: Photo(contentsOf: photo), opacity: 0.5) }
