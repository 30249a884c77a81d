import Archives
import HTTP
import JSON
import LinuxIO
import LivePage
import Proxy
import Serving
import Synchronization

/// The newest exchanges of a proxy, for its page. Any thread may add some and ask for one.
final class ShownExchanges: LivePageSource {
    /// Bytes of bodies that are kept; then the oldest ones go.
    private static let contentLimit = 64 << 20
    /// What the page sends a request's text to. The proxy's own control has no such command: its users' programs send
    /// such requests themselves.
    private static let composing = "/control/requests"

    private struct State {
        /// Oldest first.
        var exchanges: [LoggedExchange] = []
        var contentBytes = 0
        /// Place of the oldest one whose bodies are kept.
        var oldestContent = 0
    }

    private let state = Mutex(State())
    private let commands: ControlQueue
    private let composer: PageComposer
    /// nil if packets are not recorded.
    private let packets: ProxyCapture?

    init(_ commands: ControlQueue, _ composer: PageComposer, _ packets: ProxyCapture? = nil) {
        self.commands = commands
        self.composer = composer
        self.packets = packets
    }

    func add(_ exchanges: [LoggedExchange]) {
        state.withLock { state in
            state.exchanges += exchanges
            state.contentBytes += Self.contentBytes(of: exchanges[...])
            Self.dropContent(&state)
            let over = state.exchanges.count - LiveFeed.most
            guard over > 0 else { return }
            state.contentBytes -= Self.contentBytes(of: state.exchanges.prefix(over))
            state.exchanges.removeFirst(over)
            state.oldestContent = max(state.oldestContent - over, 0)
        }
    }

    private static func contentBytes(of exchanges: ArraySlice<LoggedExchange>) -> Int {
        exchanges.reduce(0) { $0 + $1.exchange.keptBytes }
    }

    private static func dropContent(_ state: inout State) {
        while state.contentBytes > contentLimit, state.oldestContent < state.exchanges.count {
            let oldest = state.exchanges[state.oldestContent]
            state.contentBytes -= oldest.exchange.keptBytes
            state.exchanges[state.oldestContent] = oldest.withoutContent
            state.oldestContent += 1
        }
    }

    /// Searched for, since only a user's click asks.
    private subscript(number: Int) -> LoggedExchange? {
        state.withLock { $0.exchanges.last { $0.exchange.number == number } }
    }

    // MARK: LivePageSource

    func exchange(_ number: Int) -> [UInt8]? {
        guard let exchange = self[number], let entry = exchange.archivedHeads else { return nil }
        // Contents are asked for on their own. The list's row has only what the list needs, so the log's line comes along.
        var writer = JSONWriter()
        writer.raw("\(entry.json.line.dropLast()),\"_row\":")
        exchange.write(to: &writer)
        return writer.bytes.dropLast() + [UInt8(ascii: "}")]
    }

    func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? {
        guard let exchange = self[number] else { return nil }
        let type = "Content-Type"
        switch side {
        case .request:
            let mediaType = exchange.exchange.client.request?.fields[type]
            return exchange.requestContent.map { PageContent($0, mediaType: mediaType) }
        case .response:
            let mediaType = exchange.exchange.server?.head?.fields[type]
            return exchange.responseContent.map { PageContent($0, mediaType: mediaType) }
        }
    }

    func archive(_ numbers: [Int]?) -> [UInt8] {
        let (all, wanted) = (state.withLock { $0.exchanges }, numbers.map(Set.init))
        let chosen = all.filter { wanted?.contains($0.exchange.number) ?? true }
        let entries = chosen.compactMap { $0.archived?.json.line }
        let began = chosen.map(\.wall).min()
        return ArchiveFrame.archive(entries, comment: "recorded by netlab proxy", began: began)
    }

    func capture() -> ServedBody? { packets?.written }

    func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
        if method == "POST", target == Self.composing { return composer.send(body) }
        return .late(commands.give(method: method, target: target, body: body))
    }
}
