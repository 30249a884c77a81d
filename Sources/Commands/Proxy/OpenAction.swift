import Archives
import Figures
import JSON
import LinuxIO
import LivePage
import Programs
import Reports

/// `netlab proxy open`: shows a saved session on a page.
struct OpenAction {
    private let file: String
    /// nil takes the usual one, or any if that is in use.
    private let port: UInt16?
    private let isJSON: Bool

    /// nil for other verbs.
    init?(_ verb: ProxyVerb, _ arguments: ParsedArguments) throws(CommandFailure) {
        guard verb == .open else { return nil }
        guard arguments.positionals.count == 2 else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy open takes one file, an HTTP archive (HAR)",
                advice: "netlab proxy --save shop.har keeps a session"
            )
        }
        guard !arguments.has("--port") else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy open does not use a running proxy: --ui-port N sets its page's port"
            )
        }
        file = arguments.positionals[1]
        port = try arguments.pagePort()
        isJSON = arguments.has("--json")
    }

    /// Shows it until a signal comes.
    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let signals = try StopSignals.ofCommand()
        let archive = try ArchiveReading.read(file)
        let session = ArchivedExchanges()
        let page: ExchangePage
        do {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            page = try ExchangePage(
                PageSubject(name, isLive: false, causes: CauseWords.all),
                session,
                port: port,
                renewal: "`netlab proxy open \(file.unbroken)` prints a new one",
                RunClock()
            )
        } catch {
            throw CommandFailure(.failed, "the page cannot be shown: \(error)")
        }
        let rows = session.add(archive.entries)
        page.feed.add(rows)
        let all = archive.entries.count
        let count = ByteFormat.grouped(rows.count)
        let what =
            rows.count < all
            ? "the last \(count) of \(CountFormat.text(all, "exchange"))" : CountFormat.text(all, "exchange")
        console.note("shows \(what) of \(file.unbroken) until Ctrl-C; the link opens the page once")
        let link: JSONValue = ["schema": "netlab.proxy-page/1", "url": .string(page.link())]
        console.print(isJSON ? link.line : link["url"]?.text ?? "")
        signals.waitForOne()
        page.stop()
        return .done
    }
}
