import LinuxIO

/// A socket that two threads see.
final class SharedSocket: Sendable {
    let socket: ProbeSocket

    init(_ socket: consuming ProbeSocket) {
        self.socket = socket
    }
}
