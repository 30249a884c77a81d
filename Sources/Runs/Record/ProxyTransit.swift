package import Logs
package import Wire

/// A transfer's way through its proxy.
package struct ProxyTransit: Hashable, Sendable {
    /// When the client turned to the proxy: asked it for a connection, or sent the request on one that it had.
    package var turned: Instant
    package var entry: ProxyLogEntry

    package init(turned: Instant, _ entry: ProxyLogEntry) {
        self.turned = turned
        self.entry = entry
    }
}
