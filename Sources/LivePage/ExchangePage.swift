package import LinuxIO
package import Serving
import Wire

/// A page on which a browser of this machine shows exchanges, or a device's traffic. Any thread may use it.
package final class ExchangePage: Sendable {
    package static let usualPort: UInt16 = 8889

    package let feed: LiveFeed
    private let server: LivePageServer

    /// `port` nil takes the usual one, or any if that is in use. `renewal` tells how to get another link.
    /// `prepare` is called once the port is taken and before the page has a thread.
    package convenience init(
        _ subject: PageSubject,
        _ source: any LivePageSource,
        port: UInt16?,
        renewal: String,
        _ clock: RunClock,
        prepare: () -> Void = {}
    ) throws {
        try self.init(
            subject,
            source,
            at: Self.listener(port),
            renewal: renewal,
            clock,
            prepare: prepare
        )
    }

    package init(
        _ subject: PageSubject,
        _ source: any LivePageSource,
        at listener: consuming Listener,
        renewal: String,
        _ clock: RunClock,
        prepare: () -> Void = {}
    ) throws {
        feed = LiveFeed(named: String(RandomToken.text().prefix(8)), of: subject)
        server = try LivePageServer(
            listener: listener,
            feed: feed,
            source: source,
            renewal: renewal,
            clock: clock
        )
        prepare()
        try server.start()
    }

    /// A page's socket, on the network of the calling thread. `port` nil takes the usual one, or any if that is in use.
    package static func listener(_ port: UInt16?) throws(ListenerError) -> Listener {
        func listener(_ port: UInt16) throws(ListenerError) -> Listener {
            try Listener(SocketAddress(host: .loopback4, port: port), protocols: [.http1])
        }
        if let port { return try listener(port) }
        do throws(ListenerError) {
            return try listener(usualPort)
        } catch {
            return try listener(0)
        }
    }

    /// A link that opens the page once.
    package func link() -> String { server.link() }

    package var port: UInt16 { server.address.port }

    package func stop() {
        server.stop()
    }
}
