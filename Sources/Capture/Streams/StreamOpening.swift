import LinuxIO

/// A connection that begins.
struct StreamOpening {
    var leg: StreamLeg
    var local: SocketAddress
    var peer: SocketAddress
    /// The server's name; nil if the program knows none.
    var name: String?
}
