import Figures
import LinkModel
import Wire

/// One direction of a line in words: always rate, delay and queue, and the impairments that are present.
struct DirectionWords {
    /// Longer schedules are described by their mean.
    private static let mostPieces = 4

    private let side: DirectionParameters
    private let limit: QueueLimit

    init(_ link: LinkParameters, _ direction: LinkDirection) {
        side = link[direction]
        limit = link.queueLimit(direction)
    }

    var text: String {
        ([rate, "delay \(DurationFormat.text(side.oneWayDelay))"] + [loss].compactMap { $0 } + impairments
            + [queue]).joined(separator: ", ")
    }

    /// The impairments in words, apart from those described elsewhere.
    var impairments: [String] { Impairment.allCases.compactMap(words) }

    /// nil if the direction does not have it, or if it is described elsewhere.
    private func words(_ impairment: Impairment) -> String? {
        switch impairment.settings {
        case .share(let share, let word): Self.share(word, side[keyPath: share])
        case .jitter: jitter
        case .reordering: reordering
        case .outages: outages
        case .policer: policer
        case .loss, .queue: nil
        }
    }

    var queue: String { "queue \(limit.text)\(discipline)" }

    var rate: String {
        switch side.rate {
        case .unlimited, .constant: return RateFormat.text(side.rateBps)
        case .trace(let trace):
            return "\(RateFormat.text(trace.meanBps)) in the mean by the trace \(trace.name)"
                + (trace.repeats ? "" : " (once)")
        case .schedule(let schedule):
            return self.schedule(schedule)
        }
    }

    private func schedule(_ schedule: RateSchedule) -> String {
        let pieces = schedule.pieces
        guard pieces.count <= Self.mostPieces, let last = pieces.last else {
            let round = schedule.repeats ? "over and over" : "then the last"
            return "\(RateFormat.text(schedule.meanBps)) in the mean by a schedule of "
                + "\(ByteFormat.grouped(pieces.count)) rates (\(round))"
        }
        func text(_ pieces: some Sequence<RateSchedule.Piece>) -> String {
            pieces.map { "\(RateFormat.text($0.rateBps)) for \(DurationFormat.text($0.length))" }
                .joined(separator: ", ")
        }
        if schedule.repeats { return "\(text(pieces)) (over and over)" }
        return pieces.count == 1
            ? RateFormat.text(last.rateBps)
            : "\(text(pieces.dropLast())), then \(RateFormat.text(last.rateBps))"
    }

    private var jitter: String? {
        guard let jitter = side.jitter else { return nil }
        let more = Self.correlation(jitter.correlation)
        return "jitter \(DurationFormat.text(jitter.amount)) (\(jitter.distribution.rawValue)\(more))"
    }

    private var loss: String? {
        guard side.lossRatio > 0 else { return nil }
        let ratio = "loss \(FixedPoint.percent(side.lossRatio))"
        switch side.loss {
        case .random(let share):
            return share.correlation > 0
                ? "\(ratio) (\(Self.correlation(share.correlation).dropFirst(2)))" : ratio
        case .gilbertElliott: return "\(ratio) in bursts (Gilbert-Elliott)"
        case .fourState: return "\(ratio) in bursts (four states)"
        }
    }

    private static func share(_ what: String, _ share: PacketShare) -> String? {
        share.ratio > 0 ? "\(FixedPoint.percent(share.ratio)) \(what)\(correlation(share.correlation))" : nil
    }

    private static func correlation(_ correlation: Double) -> String {
        correlation > 0 ? ", correlation \(FixedPoint.percent(correlation, digits: 0))" : ""
    }

    private var reordering: String? {
        guard let reordering = side.reordering else { return nil }
        let gap = reordering.gap > 1 ? ", one in \(reordering.gap) at the most" : ""
        return Self.share("reordered\(gap)", reordering.share)
    }

    private var outages: String? {
        guard let outages = side.outages else { return nil }
        let when =
            switch outages.pattern {
            case .every(let every, let length):
                "an outage of \(DurationFormat.text(length)) every \(DurationFormat.text(every))"
            case .listed(let list): list.count == 1 ? "one outage" : "\(list.count) outages"
            case .random(let up, let down):
                "outages of \(DurationFormat.text(down)) after \(DurationFormat.text(up)), both in the mean"
            }
        return "\(when) (packets \(outages.packets.rawValue))"
    }

    private var policer: String? {
        side.policer.map {
            "policed to \(RateFormat.text($0.rateBps)) with bursts of \(ByteFormat.text($0.burst))"
        }
    }

    private var discipline: String {
        func settings(_ target: Nanoseconds, _ marks: Bool) -> String {
            " (\(side.discipline.name.rawValue), target \(DurationFormat.text(target))\(marks ? ", ECN" : ""))"
        }
        switch side.discipline {
        case .dropTail: return ""
        case .dropHead, .fair(codel: nil): return " (\(side.discipline.name.rawValue))"
        case .codel(let codel), .fair(codel: let codel?): return settings(codel.target, codel.marksECN)
        case .pie(let pie): return settings(pie.target, pie.marksECN)
        }
    }
}
