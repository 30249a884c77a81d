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
        case .figures(let figures): words(figures)
        case .outages: outages
        case .loss, .queue: nil
        }
    }

    var queue: String { "queue \(limit.text)\(discipline)" }

    var rate: String {
        switch side.rate {
        case .unlimited, .constant: return RateFormat.text(side.rateBps)
        case .trace(let trace):
            return "\(RateFormat.text(trace.meanBps)) on average by the trace \(trace.name)"
                + (trace.repeats ? "" : " (once)")
        case .schedule(let schedule):
            return self.schedule(schedule)
        }
    }

    private func schedule(_ schedule: RateSchedule) -> String {
        let pieces = schedule.pieces
        guard pieces.count <= Self.mostPieces, let last = pieces.last else {
            let round = schedule.repeats ? "over and over" : "then the last"
            return "\(RateFormat.text(schedule.meanBps)) on average by a schedule of "
                + "\(CountFormat.text(pieces.count, "rate")) (\(round))"
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

    private var loss: String? {
        guard side.lossRatio > 0 else { return nil }
        let ratio = "loss \(FixedPoint.percent(side.lossRatio))"
        switch side.loss {
        case .random(let share):
            return share.correlation > 0
                ? "\(ratio) (correlation \(FixedPoint.percent(share.correlation, digits: 0)))" : ratio
        case .gilbertElliott: return "\(ratio) in bursts (Gilbert-Elliott)"
        case .fourState: return "\(ratio) in bursts (four states)"
        }
    }

    private func words(_ impairment: ImpairmentFigures) -> String? {
        guard let told = impairment.reported(in: side), let first = told.first, !first.value.isZero else {
            return nil
        }
        let phrases = told.map { $0.figure.phrase.replacing("#", with: Self.text($0.value)) }
        switch impairment.joining {
        case .list: return phrases.joined(separator: ", ")
        case .parentheses: return "\(phrases[0]) (\(phrases.dropFirst().joined(separator: ", ")))"
        case .sentence: return phrases.joined(separator: " ")
        }
    }

    private static func text(_ value: ImpairmentFigure.Value) -> String {
        switch value {
        case .time(let time): DurationFormat.text(time)
        case .rate(let bps): RateFormat.text(bps)
        case .bytes(let bytes): ByteFormat.text(bytes)
        case .count(let count): "\(count)"
        case .share(let ratio): FixedPoint.percent(ratio)
        case .correlation(let ratio): FixedPoint.percent(ratio, digits: 0)
        case .word(let word): word
        }
    }

    private var outages: String? {
        guard let outages = side.outages else { return nil }
        let when =
            switch outages.pattern {
            case .every(let every, let length):
                "an outage of \(DurationFormat.text(length)) every \(DurationFormat.text(every))"
            case .listed(let list): list.count == 1 ? "one outage" : "\(list.count) outages"
            case .random(let up, let down):
                "outages of \(DurationFormat.text(down)) after \(DurationFormat.text(up)), both on average"
            }
        return "\(when) (packets \(outages.packets.rawValue))"
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
