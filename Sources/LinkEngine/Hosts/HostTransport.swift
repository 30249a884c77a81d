/// What the TCP of the two hosts is set to beyond what their line needs.
package struct HostTransport: Hashable, Sendable {
    /// How many segments the origin may have out before anything was acknowledged; nil is the kernel's own.
    package var initialWindow: Int?
    /// The largest receive buffer on the client's host, in bytes; nil is as large as the line needs.
    package var receiveBuffer: Int?

    package init(initialWindow: Int? = nil, receiveBuffer: Int? = nil) {
        self.initialWindow = initialWindow
        self.receiveBuffer = receiveBuffer
    }
}
