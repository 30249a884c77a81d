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
        case .loss: !isWhole && side.loss == base.loss ? nil : Notation.loss.text(side.loss)
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
        let settings =
            switch side.discipline {
            case .dropTail, .dropHead, .fair(codel: nil): [String]()
            case .codel(let codel), .fair(codel: let codel?): codel.fields
            case .pie(let pie): pie.fields
            }
        let name = side.discipline.name.rawValue
        return KeyWriter.mapping(["limit: \(limit)", "discipline: \(name)"] + settings)
    }
}
