import LinkModel
import Wire

/// One direction of a line as the fields of a mapping.
struct DirectionYAML {
    private let side: DirectionParameters
    private let base: DirectionParameters
    private let queue: QueueLimit
    private let isWhole: Bool

    /// Omits settings equal to `base`, except the four fields that describe every line if `isWhole`.
    init(_ side: DirectionParameters, over base: DirectionParameters, queue: QueueLimit, isWhole: Bool) {
        self.side = side
        self.base = base
        self.queue = queue
        self.isWhole = isWhole
    }

    var fields: [String] {
        let rate = isWhole || side.rate != base.rate ? "rate: \(Self.text(side.rate))" : nil
        let isNeeded = isWhole || side.oneWayDelay != base.oneWayDelay
        let delay = isNeeded ? "oneWayDelay: \(Self.time(side.oneWayDelay))" : nil
        let impairments = Impairment.allCases.map { impairment in
            text(impairment).map { "\(impairment.key): \($0)" }
        }
        return ([rate, delay] + impairments).compactMap { $0 }
    }

    /// nil if it is omitted.
    private func text(_ impairment: Impairment) -> String? {
        switch impairment.settings {
        case .figures(let figures):
            figures.values(in: side) == figures.values(in: base) ? nil : text(figures)
        case .loss: !isWhole && side.loss == base.loss ? nil : loss
        case .outages: side.outages == base.outages ? nil : outages
        case .queue:
            !isWhole && queue == base.queue && side.discipline == base.discipline ? nil : queueText
        }
    }

    static func text(_ rate: LineRate) -> String {
        switch rate {
        case .unlimited: return "unlimited"
        case .constant(let bps): return Quantity.text(rateBps: bps)
        case .schedule(let schedule):
            let pieces = schedule.pieces.map {
                "{ rate: \(Quantity.text(rateBps: $0.rateBps)), for: \(time($0.length)) }"
            }
            return "{ schedule: [\(pieces.joined(separator: ", "))], loop: \(schedule.repeats) }"
        case .trace(let trace): return "{ trace: \(trace.name.quotedForYAML), loop: \(trace.repeats) }"
        }
    }

    private static func time(_ time: Nanoseconds) -> String { Quantity.text(nanoseconds: time) }

    private func text(_ impairment: ImpairmentFigures) -> String {
        guard let values = impairment.values(in: side) else {
            return impairment.sole.map { Self.text($0.usual) } ?? "none"
        }
        if let sole = impairment.sole,
            zip(impairment.figures, values).allSatisfy({ $0 == sole || $0.usual == $1 })
        {
            return Self.text(values[0])
        }
        let told = impairment.reported(in: side) ?? []
        return
            "{ \(told.map { "\($0.figure.key): \(Self.text($0.value))" }.joined(separator: ", ")) }"
    }

    private static func text(_ value: ImpairmentFigure.Value) -> String {
        switch value {
        case .time(let time): Self.time(time)
        case .rate(let bps): Quantity.text(rateBps: bps)
        case .bytes(let bytes): Quantity.text(bytes: bytes)
        case .count(let count): "\(count)"
        case .share(let ratio), .correlation(let ratio): Quantity.text(ratio: ratio)
        case .word(let word): word
        }
    }

    private var loss: String {
        func shares(_ shares: KeyValuePairs<String, Double>) -> String {
            shares.map { "\($0.key): \(Quantity.text(ratio: $0.value))" }.joined(separator: ", ")
        }
        switch side.loss {
        case .random(let share):
            return share.correlation == 0
                ? Quantity.text(ratio: share.ratio)
                : "{ \(shares(["random": share.ratio, "correlation": share.correlation])) }"
        case .gilbertElliott(let chain):
            let text = shares([
                "toBad": chain.toBad, "toGood": chain.toGood, "lossInBad": chain.lossInBad,
                "lossInGood": chain.lossInGood,
            ])
            return "{ gilbertElliott: { \(text) } }"
        case .fourState(let chain):
            let text = shares([
                "p13": chain.p13, "p31": chain.p31, "p32": chain.p32, "p23": chain.p23, "p14": chain.p14,
            ])
            return "{ fourState: { \(text) } }"
        }
    }

    private var outages: String {
        guard let outages = side.outages else { return "none" }
        let pattern =
            switch outages.pattern {
            case .every(let every, let length): "every: \(Self.time(every)), for: \(Self.time(length))"
            case .random(let up, let down): "meanUp: \(Self.time(up)), meanDown: \(Self.time(down))"
            case .listed(let intervals):
                "list: ["
                    + intervals.map { "{ at: \(Self.time($0.start)), for: \(Self.time($0.length)) }" }
                    .joined(separator: ", ") + "]"
            }
        return "{ \(pattern), packets: \(outages.packets.rawValue) }"
    }

    private var queueText: String {
        let limit =
            switch queue {
            case .packets(let count): "\(count) packets"
            case .bytes(let count): Quantity.text(bytes: count)
            }
        guard side.discipline != base.discipline else { return limit }
        func settings(_ target: Nanoseconds, _ interval: Nanoseconds, _ marks: Bool) -> String {
            ", target: \(Self.time(target)), interval: \(Self.time(interval)), ecn: \(marks)"
        }
        let more =
            switch side.discipline {
            case .dropTail, .dropHead, .fair(codel: nil): ""
            case .codel(let codel), .fair(codel: let codel?):
                settings(codel.target, codel.interval, codel.marksECN)
            case .pie(let pie): settings(pie.target, pie.updateInterval, pie.marksECN)
            }
        return "{ limit: \(limit), discipline: \(side.discipline.name.rawValue)\(more) }"
    }
}
