/// Estimates the line's round trip, and its rate on the way out, from packets and their answers.
///
/// An answer takes the wait behind earlier packets, the transmission at the line's rate, the way there and
/// back, and the host's answering time. Hosts only add to that. For each candidate rate of the way out, the
/// smallest remainder is the round trip; the rate with the smallest remainders above that explains the most.
struct RoundTripFit {
    /// Shortest answering time of a host, in nanoseconds.
    private static let answering = 100_000.0
    /// Most excess, in nanoseconds, that one answer adds to the cost: its host may have slept.
    private static let mostExcess = 3_000_000.0
    /// Candidate rates in bit/s: from a modem's rate on, one per cent apart.
    private static let slowest = 8000.0
    private static let steps = 1400
    private static let step = 1.01
    /// Finer search around the best candidate, as shares of its rate.
    private static let fineStep = 0.0005
    private static let fineSteps = 40
    private static let fewestForRate = 4

    private let sent: [LineObservation.Packet]
    private let echoed: [EchoedPacket]
    /// Bit/s on the way back; nil if unlimited.
    private let rateBack: Double?
    /// The line itself varies the round trip: the shortest one is then not the usual one.
    private let isJittery: Bool

    private struct Candidate {
        var rate: Double
        var cost: Double
        var roundTrip: Double
    }

    init(_ observation: LineObservation, streams: Set<Int>, rateBack: Double?, isJittery: Bool) {
        sent = observation.packets.filter { !$0.isInbound }
        echoed = EchoedPacket.all(observation, rate: rateBack, streams: streams)
        self.rateBack = rateBack
        self.isJittery = isJittery
    }

    /// The round trip in nanoseconds, and the rate of the way out in bit/s unless `known` gives it.
    func estimate(known: LineEstimate?) -> (roundTrip: LineEstimate?, rate: LineEstimate?) {
        guard !echoed.isEmpty else { return (nil, known) }
        if let rate = known?.value {
            return (roundTrip([candidate(rate, isIdle: true) ?? candidate(rate)]), known)
        }
        let candidates = (0..<Self.steps).reduce(into: [Candidate]()) { candidates, _ in
            candidates.append(candidate((candidates.last?.rate ?? Self.slowest / Self.step) * Self.step))
        }
        guard let coarse = candidates.min(by: { $0.cost < $1.cost }) else { return (nil, nil) }
        let fine = self.fine(around: coarse)
        let best = fine.min { $0.cost < $1.cost } ?? coarse
        let tolerance = 0.05 * best.cost + 2 * Self.answering
        let likely = (candidates + fine).sorted { $0.rate < $1.rate }
            .filter { $0.cost <= best.cost + tolerance }
        return (roundTrip(likely), rate(likely, best))
    }

    private func fine(around coarse: Candidate) -> [Candidate] {
        (-Self.fineSteps...Self.fineSteps).map { step in
            candidate(coarse.rate * (1 + Double(step) * Self.fineStep))
        }
    }

    /// Relative error of the rate if a host answers all packets of one length later than those of another,
    /// which looks like another rate. It shrinks as the lengths differ more.
    private func bias(at rate: Double) -> Double {
        let lengths = echoed.map { sent[$0.sent].bytes }
        guard let least = lengths.min(), let most = lengths.max(), most > least else { return 1 }
        return Self.answering / (8e9 * Double(most - least) / rate)
    }

    private func rate(_ likely: [Candidate], _ best: Candidate) -> LineEstimate? {
        guard echoed.count >= Self.fewestForRate, let low = likely.first?.rate, low > Self.slowest,
            let high = likely.last?.rate
        else { return nil }
        let bias = bias(at: best.rate)
        // Rates far above what these packets can show explain the data equally well.
        let isBounded = high * (1 + bias) < low * 3
        return LineEstimate(
            value: isBounded ? best.rate : nil,
            low: low / (1 + bias),
            high: isBounded ? high * (1 + bias) : nil
        )
    }

    private func roundTrip(_ likely: [Candidate]) -> LineEstimate? {
        guard let low = likely.map(\.roundTrip).min(), let high = likely.map(\.roundTrip).max() else {
            return nil
        }
        return LineEstimate(
            value: max(0, (low + high) / 2),
            low: max(0, low - (isJittery ? low / 20 : Self.answering)),
            high: high + (isJittery ? high / 20 : Self.answering / 4)
        )
    }

    /// With `isIdle`, uses packets that found the way out idle: of a burst some were dropped and never waited
    /// for.
    private func candidate(_ rate: Double, isIdle: Bool) -> Candidate? {
        let rests = rests(at: rate, isIdle: isIdle)
        return rests.isEmpty ? nil : candidate(rate, rests.sorted())
    }

    private func candidate(_ rate: Double) -> Candidate {
        candidate(rate, rests(at: rate, isIdle: false).sorted())
    }

    private func candidate(_ rate: Double, _ rests: [Double]) -> Candidate {
        let shortest = rests.first ?? 0
        let cost = rests.reduce(0) { $0 + min($1 - shortest, Self.mostExcess) }
        return Candidate(
            rate: rate,
            cost: cost,
            roundTrip: isJittery && !rests.isEmpty ? rests[rests.count / 2] : shortest
        )
    }

    /// Each answer's time minus waiting and transmission.
    private func rests(at rate: Double, isIdle: Bool) -> [Double] {
        guard let start = sent.first?.stamp else { return [] }
        var rests: [Double] = []
        var free = 0.0
        var next = 0
        for echo in echoed.sorted(by: { $0.sent < $1.sent }) {
            var found = true
            while next <= echo.sent {
                found = free <= Double(sent[next].stamp - start)
                free = max(free, Double(sent[next].stamp - start)) + 8e9 * Double(sent[next].bytes) / rate
                next += 1
            }
            guard found || !isIdle else { continue }
            let back = rateBack.map { 8e9 * Double(echo.answerBytes) / $0 } ?? 0
            rests.append(Double(echo.answered - start) - free - back)
        }
        return rests
    }
}
