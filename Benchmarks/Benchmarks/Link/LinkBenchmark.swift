package import BenchmarkArguments
package import Experiments
import LinkEngine
import LinkModel
import LinuxIO
package import Reports
import Wire

/// Accuracy and speed of the line on this machine, beside what else is installed. Each round measures
/// everything once, netlab and its peers in turn, so that a busy moment affects both; results are medians
/// over the rounds.
package struct LinkBenchmark {
    /// Rates in bit/s at which peers are measured, too.
    static let rates: [Int64] = [2_000_000, 20_000_000, 100_000_000]
    static let fastest: Int64 = 1_000_000_000
    static let exchanges = [
        BenchDownload(bytes: 1_000_000, mbps: 2), BenchDownload(bytes: 10_000_000, mbps: 20),
    ]
    static let roundTrip = (rateBps: Int64(100_000_000), oneWayDelay: Nanoseconds(5_000_000))

    /// Rate at which the line is measured beside busy loops.
    static let crowdedRate: Int64 = 20_000_000

    private let context: BenchmarkContext
    private let rounds: Int
    private let parts: Set<LinkPart>
    private let shaper = KernelPeer(.tbf)
    private let delayer = KernelPeer(.netem)

    package init(_ context: BenchmarkContext, rounds: Int, parts: Set<LinkPart>) {
        self.context = context
        self.rounds = rounds
        self.parts = parts
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        for peer in [shaper, delayer] {
            if let reason = peer.refusal { context.note("\(peer.name): \(reason)") }
        }
        let hasMahimahi = ToolRun(named: "mm-link") != nil
        context.note(
            "mahimahi (left out): \(hasMahimahi ? "it is not measured yet" : "there is no mm-link on PATH")"
        )
        let session = try context.session()
        var figures = LinkFigures()
        for round in 1...rounds {
            let isDone = try measure(&figures, session) { what in
                context.showProgress("link: round \(round) of \(rounds): \(what)")
            }
            guard isDone else { return nil }
        }
        return figures.rows(of: parts, shaper: shaper, delayer: delayer)
    }

    /// Performs one round; false if interrupted.
    private func measure(
        _ figures: inout LinkFigures,
        _ session: ExperimentSession,
        _ progress: (String) -> Void
    ) throws(ExperimentError) -> Bool {
        if parts.contains(.downloads) {
            for exchange in Self.exchanges {
                progress(exchange.title)
                guard let times = try exchange.measure(session) else { return false }
                figures.exchanges[exchange, default: []].append((times.measured, times.theory))
            }
        }
        // The runs lock the machine for themselves, and so does the rest.
        guard let lock = try session.machineLock() else { return false }
        defer { extendLifetime(lock) }
        do {
            if parts.contains(.rates) {
                for rate in Self.rates {
                    progress("\(rate / 1_000_000) Mbit/s")
                    try figures.addRate(rate, peer: shaper)
                    if session.isInterrupted { return false }
                }
                progress("1 Gbit/s")
                try figures.addFastest()
            }
            if parts.contains(.crowd) {
                progress("beside busy loops")
                try figures.addCrowded()
            }
            if parts.contains(.trips) {
                progress("round trips")
                try figures.addRoundTrips(peer: delayer)
            }
            if parts.contains(.speed) {
                progress("no limit")
                try figures.addThroughput()
            }
        } catch {
            throw ExperimentError("the line could not be measured: \(error)")
        }
        return !session.isInterrupted
    }
}
