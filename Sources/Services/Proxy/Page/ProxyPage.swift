import JSON
import LinuxIO
import LivePage
import Proxy
import Serving

/// The page on which a browser shows a proxy's exchanges. Any thread may use it.
final class ProxyPage: Sendable {
    /// Bodies of up to this size are kept for it.
    static let keptBody = 4 << 20

    private let exchanges: ShownExchanges
    private let page: ExchangePage

    init(
        at listener: consuming Listener,
        of proxy: RunningProxy,
        hint: String,
        _ commands: ControlQueue,
        _ capture: ProxyCapture?,
        _ clock: RunClock
    ) throws {
        exchanges = ShownExchanges(commands, PageComposer(proxy), capture)
        let proxyPort = proxy.front.port
        let renewal = "netlab proxy page\(proxyPort == ProxyOptions.usualPort ? "" : " --port \(proxyPort)")"
        page = try ExchangePage(
            PageSubject("proxy", isLive: true, hint: hint),
            exchanges,
            at: listener,
            renewal: "`\(renewal)` prints a new one",
            clock
        )
    }

    var port: UInt16 { page.port }

    /// A link that opens the page once.
    func link() -> String { page.link() }

    func show(_ logged: [LoggedExchange]) {
        let shown = logged.filter(\.isShown)
        guard !shown.isEmpty else { return }
        exchanges.add(shown)
        var writer = JSONWriter()
        page.feed.add(
            shown.map { exchange in
                writer.removeAll()
                exchange.writeRow(to: &writer)
                return writer.bytes
            }
        )
    }

    /// Shows what has begun and not ended, in place of what was shown of that before.
    func show(_ begun: BegunExchanges) {
        var writer = JSONWriter()
        let rows = begun.shown.map { exchange in
            writer.removeAll()
            exchange.write(to: &writer)
            return writer.bytes
        }
        page.feed.show(underWay: rows, of: begun.count)
    }

    /// Something was switched.
    func change() {
        page.feed.change()
    }

    func stop() {
        page.stop()
    }
}

extension LoggedExchange {
    /// An intercepted tunnel is shown by the requests in it.
    fileprivate var isShown: Bool { exchange.kind != .interception && exchange.client.request != nil }
}
