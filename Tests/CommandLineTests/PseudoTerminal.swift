import Foundation

/// A terminal without a screen: text written to its device can be read back.
struct PseudoTerminal {
  /// The device for the program under test.
  let device: FileHandle
  private let controller: FileHandle

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // The equivalent of posix_openpt, unlockpt and ptsname, which Swift's view of the headers lacks (Linux, ioctl_tty(2)).
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    guard descriptor >= 0, ioctl(descriptor, setLock, &isLocked) == 0, ioctl(descriptor, getNumber, &number) == 0 else {
      throw POSIXError(.ENOTTY)
    }
    controller = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard other >= 0 else { throw POSIXError(.ENOTTY) }
    device = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(other, UInt(TIOCSWINSZ), &size)
  }

  /// Types text for the reader of the device.
  func type(_ text: String) throws { try controller.write(contentsOf: Data(text.utf8)) }

  /// Reads what is written until the device is closed. Reading starts at once, because a terminal buffers little.
  func readToEnd() -> Reading { Reading(controller) }

  final class Reading: @unchecked Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private var bytes = Data()

    fileprivate init(_ controller: FileHandle) {
      Thread.detachNewThread { [self] in
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
          // Reading fails once the device is closed.
          let count = read(controller.fileDescriptor, &piece, piece.count)
          if count <= 0 { break }
          bytes += piece[..<count]
        }
        isDone.signal()
      }
    }

    func wait() -> Data {
      isDone.wait()
      return bytes
    }
  }
}
