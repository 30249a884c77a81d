import LinkModel
import LinuxIO
import Reports
import Runs
import Wire

/// Results of the benchmark's rounds.
struct LinkFigures {
    /// Length of each measurement in nanoseconds.
    private static let rateLength: Nanoseconds = 2_500_000_000
    private static let throughputLength: Nanoseconds = 1_500_000_000
    private static let roundTrips = 200
    /// Packets at the start, during which a line's thread learns how this machine wakes it.
    private static let firstPackets = 100

    /// Measured and predicted, in milliseconds.
    var exchanges: [BenchDownload: [(measured: Double, theory: Double)]] = [:]
    /// Error of the rate in per cent.
    var rates: [Int64: [Double]] = [:]
    var peerRates: [Int64: [Double]] = [:]
    /// 99th percentile of the packets' lateness, in microseconds.
    var lateness: [Int64: [Double]] = [:]
    /// The same at one rate, beside as many busy loops as processors.
    var crowdedLateness: [Double] = []
    /// Median error of the round trips, in microseconds.
    var roundTripErrors: [Double] = []
    var peerRoundTripErrors: [Double] = []
    /// In Gbit/s.
    var plain: [Double] = []
    var offloaded: [Double] = []

    mutating func addRate(_ rate: Int64, peer: KernelPeer) throws {
        try addOwnRate(rate)
        guard let line = try peer.line(rateBps: rate) else { return }
        let probe = SteadyRateProbe(
            rateBps: rate,
            length: Self.rateLength,
            framing: KernelLine.ethernetHeader
        )
        // The kernel keeps no log, so lateness of its sender counts as an error of its rate.
        peerRates[rate, default: []].append(Self.error(try probe.measure(line).rate(), rate))
    }

    mutating func addFastest() throws {
        try addOwnRate(LinkBenchmark.fastest)
    }

    private mutating func addOwnRate(_ rate: Int64) throws {
        let line = try EmulatedLine(rateBps: rate)
        let arrivals = try SteadyRateProbe(rateBps: rate, length: Self.rateLength).measure(line)
        let log = try line.finish()
        let measured = arrivals.rate(idle: arrivals.idleTime(by: log))
        rates[rate, default: []].append(Self.error(measured, rate))
        addLateness(log, at: rate)
    }

    mutating func addRoundTrips(peer: KernelPeer) throws {
        let (rate, delay) = LinkBenchmark.roundTrip
        let bits = Int64(RoundTripProbe.packet * 8)
        let probe = RoundTripProbe(count: Self.roundTrips)
        let line = try EmulatedLine(rateBps: rate, oneWayDelay: delay)
        let expected = 2 * (delay + bits * 1_000_000_000 / rate)
        roundTripErrors += Self.medianError(try probe.measure(line), expected)
        _ = try line.finish()
        guard let line = try peer.line(rateBps: rate, oneWayDelay: delay) else { return }
        let framed = bits + Int64(KernelLine.ethernetHeader * 8)
        let foretold = 2 * (delay + framed * 1_000_000_000 / rate)
        peerRoundTripErrors += Self.medianError(try probe.measure(line), foretold)
    }

    mutating func addThroughput() throws {
        let probe = ThroughputProbe(length: Self.throughputLength)
        let line = try EmulatedLine(rateBps: nil)
        plain.append(try probe.measure(line) / 1e9)
        _ = try line.finish()
        let other = try EmulatedLine(rateBps: nil, offload: true)
        guard other.offloads else { return }
        offloaded.append(try probe.measure(other) / 1e9)
        _ = try other.finish()
    }

    mutating func addCrowded() throws {
        let rate = LinkBenchmark.crowdedRate
        let loops = try BusyLoops(Machine.processors)
        defer { loops.stop() }
        let line = try EmulatedLine(rateBps: rate)
        _ = try SteadyRateProbe(rateBps: rate, length: Self.rateLength).measure(line)
        if let late = Self.lateness(try line.finish()) { crowdedLateness.append(late) }
    }

    private mutating func addLateness(_ log: [LinkLogEntry], at rate: Int64) {
        if let late = Self.lateness(log) { lateness[rate, default: []].append(late) }
    }

    /// 99th percentile, in microseconds.
    private static func lateness(_ log: [LinkLogEntry]) -> Double? {
        log.dropFirst(firstPackets).compactMap(\.lateness).map { Double($0) / 1e3 }.percentile(0.99)
    }

    private static func error(_ measured: Double, _ asked: Int64) -> Double {
        abs(measured / Double(asked) - 1) * 100
    }

    private static func medianError(_ times: [Nanoseconds], _ expected: Nanoseconds) -> [Double] {
        [times.map { Double(abs($0 - expected)) / 1e3 }.median].compactMap { $0 }
    }
}
