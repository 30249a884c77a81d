package import LinkModel
package import LinuxIO

/// What one line of byte streams is to be: between whom, and how it carries.
package struct StreamOrder: Sendable {
    package typealias Connected = @Sendable (_ client: SocketAddress, _ local: SocketAddress) -> Void

    /// Where clients connect to; port 0 takes a free one.
    package var listen: SocketAddress
    /// Where their connections go.
    package var upstream: SocketAddress
    package var link: LinkParameters
    package var seed: UInt64
    /// Lets the line lose packets, each as the delay that sending it again costs.
    package var lossAsDelay: Bool
    package var limits: StreamLimits
    /// Told on the line's thread of every connection that is made for a client's: whose, and from where it goes.
    package var connected: Connected
    /// Where the line notes what has reached its clients; nil where nobody asks.
    package var crossings: StreamCrossings?

    package init(
        listen: SocketAddress = SocketAddress(address: 0x7F00_0001, port: 0),
        upstream: SocketAddress,
        link: LinkParameters,
        seed: UInt64,
        lossAsDelay: Bool = false,
        limits: StreamLimits = StreamLimits(),
        connected: @escaping Connected = { _, _ in },
        crossings: StreamCrossings? = nil
    ) {
        self.listen = listen
        self.upstream = upstream
        self.link = link
        self.seed = seed
        self.lossAsDelay = lossAsDelay
        self.limits = limits
        self.connected = connected
        self.crossings = crossings
    }
}
