import JSON
import LinuxIO
import LivePage
import Proxy
import Serving
import Wire

/// The page on which a browser shows a proxy's exchanges. Any thread may use it.
final class ProxyPage: Sendable {
    /// Bodies of up to this size are kept for it.
    static let keptBody = 4 << 20
    static let usualPort: UInt16 = 8889

    private let feed = LiveFeed(named: String(RandomToken.text().prefix(8)))
    private let exchanges: ShownExchanges
    private let server: LivePageServer

    /// `port` nil takes the usual one, or any if that is in use.
    init(port: UInt16?, proxyPort: UInt16, _ commands: ControlQueue, _ clock: RunClock) throws {
        exchanges = ShownExchanges(commands)
        let renewal = "netlab proxy page\(proxyPort == ProxyOptions.usualPort ? "" : " --port \(proxyPort)")"
        server = try LivePageServer(
            listener: Self.listener(port),
            feed: feed,
            source: exchanges,
            renewal: "`\(renewal)` prints a new one",
            clock: clock
        )
        try server.start()
    }

    private static func listener(_ port: UInt16?) throws(ListenerError) -> Listener {
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
    func link() -> String { server.link() }

    func show(_ logged: [LoggedExchange]) {
        let shown = logged.filter { $0.exchange.kind != .interception && $0.exchange.client.request != nil }
        guard !shown.isEmpty else { return }
        exchanges.add(shown)
        var writer = JSONWriter()
        feed.add(
            shown.map { exchange in
                writer.removeAll()
                exchange.write(to: &writer)
                // Without its line break.
                return Array(writer.bytes.dropLast())
            }
        )
    }

    /// Something was switched.
    func change() {
        feed.change()
    }

    func stop() {
        server.stop()
    }
}
