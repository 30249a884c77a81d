import LinkEngine
import LinkModel
import LinuxIO
import Reports
import Wire

/// How exact and how fast the line is here, beside what else is installed. Each round measures everything once, netlab
/// and its peers in turn, so that a busy moment of the machine spoils neither alone; medians are taken over the rounds.
struct LinkBenchmark {
    /// Bits per second at which the peers are asked too.
    static let rates: [Int64] = [2_000_000, 20_000_000, 100_000_000]
    static let fastest: Int64 = 1_000_000_000
    static let exchanges = [
        BenchDownload(bytes: 1_000_000, mbps: 2), BenchDownload(bytes: 10_000_000, mbps: 20),
    ]
    static let roundTrip = (rateBps: Int64(100_000_000), oneWayDelay: Nanoseconds(5_000_000))

    /// At which the line is watched beside busy loops.
    static let crowdedRate: Int64 = 20_000_000

    private let console: Console
    private let rounds: Int
    private let shaper = KernelPeer(.tbf)
    private let delayer = KernelPeer(.netem)

    init(_ console: Console, rounds: Int) {
        self.console = console
        self.rounds = rounds
    }

    /// nil where it was interrupted.
    func rows() throws(CommandFailure) -> [BenchRow]? {
        for peer in [shaper, delayer] {
            if let reason = peer.refusal { console.note("\(peer.name): \(reason)") }
        }
        let hasMahimahi = ToolRun(named: "mm-link") != nil
        console.note(
            "mahimahi (left out): \(hasMahimahi ? "it is not measured yet" : "there is no mm-link on PATH")"
        )
        var options = RunOptions()
        options.isQuiet = true
        let session = try RunSession(options, console)
        var figures = LinkFigures()
        for round in 1...rounds {
            let isDone = try measure(&figures, session) { what in
                console.showProgress("link: round \(round) of \(rounds): \(what)")
            }
            guard isDone else { return nil }
        }
        return figures.rows(shaper: shaper, delayer: delayer)
    }

    /// One round; false where it was interrupted.
    private func measure(
        _ figures: inout LinkFigures,
        _ session: RunSession,
        _ progress: (String) -> Void
    ) throws(CommandFailure) -> Bool {
        for exchange in Self.exchanges {
            progress(exchange.title)
            guard let times = try exchange.measure(session) else { return false }
            figures.exchanges[exchange, default: []].append((times.measured, times.theory))
        }
        // The runs take the machine for themselves; so does what follows.
        guard let lock = try session.machineLock() else { return false }
        defer { extendLifetime(lock) }
        do {
            for rate in Self.rates {
                progress("\(rate / 1_000_000) Mbit/s")
                try figures.addRate(rate, peer: shaper)
                if session.isInterrupted { return false }
            }
            progress("1 Gbit/s")
            try figures.addFastest()
            progress("beside busy loops")
            try figures.addCrowded()
            progress("round trips")
            try figures.addRoundTrips(peer: delayer)
            progress("no limit")
            try figures.addThroughput()
        } catch {
            throw CommandFailure(.failed, "the line could not be measured: \(error)")
        }
        return !session.isInterrupted
    }
}
