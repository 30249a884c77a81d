import LinkModel
import Logs
import Runs
import Scenarios
import Theory
import Wire

/// A run's exchanges as the simulator plays them: on their actual connections, from their own starts. An
/// exchange that began when the one before was over follows it.
struct WhatIfScene: Equatable {
    /// Time between the warming of the connections and the run.
    private static let lead: Nanoseconds = 60_000_000_000
    /// An exchange that begins this soon after an end follows it.
    private static let following: Nanoseconds = 5_000_000
    /// Limits of a simulation that takes bearable time.
    private static let mostExchanges = 1000
    private static let mostBytes = 300_000_000

    private struct Exchange: Equatable {
        var step: String
        var start: Instant
        var follows: Bool
        var host: String
        var connection: Int
        var isNew: Bool
        /// The same file had been fetched whole before it began.
        var isRepeat: Bool
        var fetch: SimulatedFetch
    }

    private var exchanges: [Exchange] = []
    private var links: [(step: String, at: Instant, link: LinkParameters)] = []
    private let congestion: CongestionAlgorithm
    private let kernel: KernelRelease
    private let seed: UInt64
    /// Zero of the line's schedules and outages.
    private let lineStart: Instant
    private(set) var isEncrypted = false
    var isInTurn = false
    /// Of TLS.
    private var version = "1.3"
    private let receiveBuffer: Int?
    var isWarm = false
    var isResumed = false
    var isMultiplexed = false
    /// Files fetched before need no exchange.
    var isCached = false
    var initialWindow: Int

    /// nil if the simulator does not model the run's conditions.
    init?(_ result: RunResult) {
        guard result.link.mode == .packet,
            let congestion = result.link.congestion.flatMap(CongestionAlgorithm.init(rawValue:))
        else { return nil }
        self.congestion = congestion
        kernel = KernelRelease(result.machine.kernel) ?? .recent
        seed = result.seed
        lineStart = result.link.start ?? .zero
        initialWindow = result.link.initialWindow ?? ObservedSender.usualWindow
        receiveBuffer = result.link.receiveBuffer
        var fetched: [String: (end: Instant, bytes: Int)] = [:]
        for step in result.steps {
            links.append((step.name, step.start, step.link ?? result.link.parameters))
            var last: Instant?
            for transfer in result.transfers(of: step.name).sorted(by: { $0.start < $1.start }) {
                guard !transfer.source.isLocal else { continue }
                let connection = transfer.proxy == nil ? transfer.connection : transfer.proxy?.connection
                guard transfer.clientLog != nil, let log = transfer.lineExchange, let connection else {
                    return nil
                }
                var fetch = SimulatedFetch(
                    requestBytes: transfer.requestBytes ?? 100,
                    headerBytes: transfer.proxy?.headerBytes ?? transfer.headerBytes ?? 170,
                    bodyBytes: log.sizeBytes,
                    serverDelay: transfer.ledger?[.server] ?? 0
                )
                fetch.resumes = transfer.encryption?.isResumed
                let follows =
                    last.map { transfer.start >= $0 && transfer.start - $0 < Self.following } ?? false
                exchanges.append(
                    Exchange(
                        step: step.name,
                        start: transfer.start,
                        follows: follows,
                        host: transfer.url.requestHost ?? "",
                        connection: connection,
                        isNew: transfer.proxy?.isKeptAlive.map { !$0 } ?? transfer.newConnection ?? false,
                        isRepeat: fetched[transfer.url].map {
                            $0.end <= transfer.start && $0.bytes == transfer.bodyBytes
                        } ?? false,
                        fetch: fetch
                    )
                )
                last = transfer.end
                if fetched[transfer.url].map({ $0.bytes != transfer.bodyBytes }) ?? true {
                    fetched[transfer.url] = (transfer.end, transfer.bodyBytes)
                }
                note(transfer)
            }
        }
        let bytes = exchanges.reduce(0) { $0 + $1.fetch.bodyBytes }
        guard !exchanges.isEmpty, Self.isBearable(exchanges: exchanges.count, bytes: bytes) else {
            return nil
        }
    }

    /// True if simulations of every change take bearable time.
    static func isBearable(exchanges: Int, bytes: Int) -> Bool {
        exchanges <= mostExchanges && bytes <= mostBytes
    }

    var hasRepeats: Bool { exchanges.contains(where: \.isRepeat) }

    /// The exchanges that cross the line.
    private var played: [Exchange] { isCached ? exchanges.filter { !$0.isRepeat } : exchanges }

    private mutating func note(_ transfer: TransferResult) {
        if transfer.url.hasPrefix("https:") { isEncrypted = true }
        if let agreed = transfer.encryption?.version { version = agreed }
        if transfer.lineStream != nil { isMultiplexed = true }
    }

    mutating func change(_ body: (inout DirectionParameters) -> Void) {
        for place in links.indices {
            body(&links[place].link.down)
            body(&links[place].link.up)
        }
    }

    static func == (one: WhatIfScene, other: WhatIfScene) -> Bool {
        one.exchanges == other.exchanges && one.links.map(\.link) == other.links.map(\.link)
            && one.isInTurn == other.isInTurn && one.isWarm == other.isWarm
            && one.isResumed == other.isResumed && one.isMultiplexed == other.isMultiplexed
            && one.initialWindow == other.initialWindow && one.isCached == other.isCached
    }

    /// The simulated totals; nil if the simulator did not finish.
    func figures() -> WhatIf.Figures? {
        let (plan, first) = plan()
        let transfers = LineSimulation.run(plan).transfers.dropFirst(first)
        var spans: [String: Span] = [:]
        var sum: Nanoseconds = 0
        for (exchange, transfer) in zip(played, transfers) {
            guard let end = transfer.responseLastByte, let duration = transfer.duration else { return nil }
            sum += duration
            let start = transfer.start
            let span = spans[exchange.step] ?? Span(start: start, end: end)
            spans[exchange.step] = Span(start: min(span.start, start), end: max(span.end, end))
        }
        return WhatIf.Figures(makespan: spans.values.reduce(0) { $0 + $1.length }, sum: sum)
    }

    /// The plan, and how many of its fetches only open connections.
    private func plan() -> (plan: SimulationPlan, first: Int) {
        var fetches = isWarm ? opening : []
        let first = fetches.count
        var step: String?
        for (exchange, channel) in zip(played, channels) {
            var fetch = exchange.fetch
            let follows = exchange.step == step && (exchange.follows || isInTurn)
            fetch.start = follows ? nil : exchange.start + Self.lead
            fetch.way = .connection(isMultiplexed ? channel : way(exchange))
            fetches.append(fetch)
            step = exchange.step
        }
        var plan = SimulationPlan(link: links[0].link, seed: seed, congestion: congestion, fetches: fetches)
        plan.kernel = kernel
        // They play as late as the exchanges.
        plan.lineStart = lineStart + Self.lead
        plan.changes = links.dropFirst().map {
            SimulationPlan.LineChange(at: $0.at + Self.lead, link: $0.link)
        }
        plan.initialWindow = initialWindow
        plan.largestBuffer = receiveBuffer
        let handshakes = SimulatedSecurity.handshakes(of: version, isMultiplexed: isMultiplexed)
        plan.security = isEncrypted ? (isResumed ? handshakes.resumed : handshakes.full) : nil
        plan.resumption = isEncrypted ? handshakes.resumed : nil
        plan.multiplexing = isMultiplexed ? SimulatedMultiplexing() : nil
        plan.keepsLog = false
        plan.horizon = (exchanges.map(\.start).max() ?? .zero) + 10 * Self.lead
        return (plan, first)
    }

    /// With HTTP/2 the exchanges with a host share a connection, until a step opens another in its place.
    private var channels: [Int] {
        var (open, begun): ([String: Int], Set<String>) = ([:], [])
        return played.map { exchange in
            let isFirst = begun.insert("\(exchange.step) \(exchange.host)").inserted
            if isFirst, exchange.isNew { open[exchange.host] = exchange.connection }
            let channel = open[exchange.host] ?? exchange.connection
            open[exchange.host] = channel
            return channel
        }
    }

    /// One at a time, all exchanges of a step use the connection of its first.
    private func way(_ exchange: Exchange) -> Int {
        guard isInTurn else { return exchange.connection }
        return played.first { $0.step == exchange.step }?.connection ?? exchange.connection
    }

    /// One byte over each connection, long before.
    private var opening: [SimulatedFetch] {
        let ways = isMultiplexed ? channels : played.map(way)
        return Set(ways).sorted().map {
            SimulatedFetch(start: .zero, way: .connection($0), bodyBytes: 1)
        }
    }
}
