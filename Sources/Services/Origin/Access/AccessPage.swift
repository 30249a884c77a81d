import LinuxIO
import LivePage

/// The page on which a browser shows what a server has answered.
final class AccessPage {
    private let source: AccessPageSource
    private let page: ExchangePage
    private let isEncrypted: Bool

    init(_ options: ServeOptions, _ line: ServedLine, isEncrypted: Bool, _ clock: RunClock) throws {
        source = AccessPageSource(line)
        self.isEncrypted = isEncrypted
        page = try ExchangePage(
            PageSubject("serve", isLive: true),
            source,
            port: options.pagePort,
            renewal: "the server prints a new link when it starts again",
            clock
        )
    }

    /// A link that opens the page once.
    func link() -> String { page.link() }

    func show(_ entries: [AccessEntry]) {
        guard !entries.isEmpty else { return }
        page.feed.add(source.add(entries.map { $0.archived(isEncrypted: isEncrypted) }))
    }

    /// The line was changed: every page asks how it is now.
    func change() {
        page.feed.change()
    }

    func stop() {
        page.stop()
    }
}
