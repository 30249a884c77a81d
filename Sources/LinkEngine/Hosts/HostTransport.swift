/// TCP settings of the two hosts beyond what their line needs.
package struct HostTransport: Hashable, Sendable {
    /// The origin's initial congestion window in segments; nil means the kernel's default.
    package var initialWindow: Int?
    /// Largest receive buffer on the client's host, in bytes; nil means as large as the line needs.
    package var receiveBuffer: Int?

    package init(initialWindow: Int? = nil, receiveBuffer: Int? = nil) {
        self.initialWindow = initialWindow
        self.receiveBuffer = receiveBuffer
    }
}
