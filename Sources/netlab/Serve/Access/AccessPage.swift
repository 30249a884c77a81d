import LinuxIO
import LivePage

/// The page on which a browser shows what a server has answered.
final class AccessPage {
    private let exchanges = ArchivedExchanges()
    private let page: ExchangePage
    private let isEncrypted: Bool

    init(_ options: ServeOptions, isEncrypted: Bool, _ clock: RunClock) throws {
        self.isEncrypted = isEncrypted
        page = try ExchangePage(
            PageSubject("serve", isLive: true),
            exchanges,
            port: options.pagePort,
            renewal: "the server prints another one when it starts again",
            clock
        )
    }

    /// A link that opens the page once.
    func link() -> String { page.link() }

    func show(_ entries: [AccessEntry]) {
        guard !entries.isEmpty else { return }
        page.feed.add(exchanges.add(entries.map { $0.archived(isEncrypted: isEncrypted) }))
    }

    func stop() {
        page.stop()
    }
}
