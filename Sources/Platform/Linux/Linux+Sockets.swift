internal import CLinux

/// Open files passed over sockets: `SCM_RIGHTS` in unix(7), with flags that POSIX doesn't have.
extension Linux {
  package static func makeSocketPair() -> (Int32, Int32)? {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    return (ends[0], ends[1])
  }

  package static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32, with descriptor: Int32?) -> Int {
    if let descriptor { return packshot_send_with_descriptor(socket, bytes.baseAddress!, bytes.count, descriptor) }
    return Platform.send(socket, bytes.baseAddress!, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  package static func receive(
    into room: UnsafeMutableRawPointer, _ count: Int, from socket: Int32
  ) -> (count: Int, descriptor: Int32?) {
    var descriptor: Int32 = -1
    let got = packshot_receive_with_descriptor(socket, room, count, &descriptor)
    return (got, descriptor < 0 ? nil : descriptor)
  }
}
