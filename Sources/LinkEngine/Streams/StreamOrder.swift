package import LinkModel
package import LinuxIO

/// The parameters of one line of byte streams: its two sides and how it carries.
package struct StreamOrder: Sendable {
    package typealias Connected = @Sendable (_ client: SocketAddress, _ local: SocketAddress) -> Void

    /// Address that clients connect to; port 0 picks a free one.
    package var listen: SocketAddress
    /// Address that their connections go to; nil if each leads to a connection that was handed over
    /// (`StreamLine.carry`).
    package var upstream: SocketAddress?
    package var link: LinkParameters
    package var seed: UInt64
    /// Lets the line lose packets; each loss becomes the delay of sending again.
    package var lossAsDelay: Bool
    package var limits: StreamLimits
    /// Called on the line's thread for each connection made for a client, with the client's address and the
    /// connection's local address.
    package var connected: Connected
    /// Records what has reached the line's clients; nil if nobody asks.
    package var crossings: StreamCrossings?

    package init(
        listen: SocketAddress = SocketAddress(address: 0x7F00_0001, port: 0),
        upstream: SocketAddress?,
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
