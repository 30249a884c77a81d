import LinuxIO

/// A socket shared by two threads.
final class SharedSocket: Sendable {
    let socket: ProbeSocket

    init(_ socket: consuming ProbeSocket) {
        self.socket = socket
    }
}
