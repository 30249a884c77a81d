import LinuxIO

/// Both ends of an exchange of datagrams.
final class DatagramPair: Sendable {
    /// IPv4 and UDP headers in front of every datagram.
    static let headers = 28

    let client: ProbeSocket
    let origin: ProbeSocket

    init(client: consuming ProbeSocket, origin: consuming ProbeSocket) {
        self.client = client
        self.origin = origin
    }
}
