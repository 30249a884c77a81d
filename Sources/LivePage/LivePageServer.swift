package import LinuxIO
package import Serving

/// Serves a live page on its own thread. Any thread may start and stop it.
package final class LivePageServer: Sendable {
    /// Browsers keep the stream of events open for as long as the page is.
    private static let idle: Int64 = 86_400_000_000_000

    private let server: HTTPServer
    private let feed: LiveFeed
    private let access = PageAccess()

    /// `renewal` tells the user how to get a new link.
    package init(
        listener: consuming Listener,
        feed: LiveFeed,
        source: any LivePageSource,
        renewal: String,
        clock: RunClock
    ) throws(SystemCallError) {
        self.feed = feed
        var limits = ServingLimits(connections: 256)
        limits.idle = Self.idle
        let responder = LivePageResponder(
            feed,
            access,
            source,
            renewal: renewal,
            at: listener.address
        )
        server = try HTTPServer(listener: listener, responder: responder, clock: clock, limits: limits)
    }

    package var address: SocketAddress { server.address }

    /// A link that opens the page once.
    package func link() -> String { "http://\(address)\(access.folder)?token=\(access.token())" }

    package func start() throws(SystemCallError) {
        try server.start()
    }

    /// Ends every connection at once.
    package func stop() {
        feed.end()
        server.stop()
    }
}
