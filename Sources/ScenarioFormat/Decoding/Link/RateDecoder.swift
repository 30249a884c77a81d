import LinkModel
import Scenarios
import Wire

/// `rate:` -> a constant rate, none, a schedule or a trace.
struct RateDecoder {
    /// Weight of a schedule's open last piece in its mean if the schedule does not loop and gives it no
    /// length.
    private static let openLength: Nanoseconds = 1_000_000_000

    let values: ValueReader
    let traces: TraceLoader

    func decode(_ node: YAMLNode) -> LineRate? {
        if node.scalar?.text == "unlimited" { return .unlimited }
        guard node.entries != nil else {
            return values.amount(node, "rate", .rate, in: ScenarioLimits.rateBps).map { .constant($0) }
        }
        guard let section = Section(node, "rate", .rate, values: values),
            let kind = section.sole(of: ["schedule", "trace"], "a rate that changes is one of them")
        else { return nil }
        let loop = section.value("loop", .flag)
        if kind == "trace" {
            return section["trace"].flatMap { trace($0, repeats: loop ?? true) }.map { .trace($0) }
        }
        return section["schedule"].flatMap { schedule($0, repeats: loop ?? false) }.map { .schedule($0) }
    }

    private func schedule(_ node: YAMLNode, repeats: Bool) -> RateSchedule? {
        let log = values.log
        let reports = log.reports
        let wanted = "a list of rates, as in `[ { rate: 2 Mbit/s, for: 10 s }, { rate: 0 bit/s, for: 1 s } ]`"
        guard let items = values.items(node, "schedule", wanted, "rates in `schedule`") else { return nil }
        let pieces = items.enumerated().compactMap { index, item in
            piece(item, isOpen: index == items.count - 1 && !repeats)
        }
        guard log.reports == reports else { return nil }
        if pieces.allSatisfy({ $0.rateBps == 0 }) {
            log.report("`schedule` never carries anything: give a rate above 0", at: node.span)
        }
        return RateSchedule(pieces: pieces, repeats: repeats)
    }

    /// `isOpen` if the piece lasts as long as the line.
    private func piece(_ node: YAMLNode, isOpen: Bool) -> RateSchedule.Piece? {
        guard let section = Section(node, "schedule", .scheduledRate, values: values),
            section.require("rate"), isOpen || section.require("for")
        else { return nil }
        if section["rate"]?.scalar?.text == "unlimited" {
            section.log.report(
                "a `schedule` cannot have an `unlimited` rate: give a high one, such as 1 Gbit/s",
                at: section.place("rate") ?? section.span
            )
            return nil
        }
        let rate = section.value("rate", .amount(.rate, in: 0...ScenarioLimits.rateBps.upperBound))
        let length = section.value("for", .duration(in: ScenarioLimits.lasting))
        return rate.map { RateSchedule.Piece(rateBps: $0, length: length ?? Self.openLength) }
    }

    private func trace(_ node: YAMLNode, repeats: Bool) -> OpportunityTrace? {
        guard let name = values.path(node, "trace") else { return nil }
        do throws(TraceProblem) {
            return try traces.trace(name, repeats: repeats)
        } catch {
            let place = error.line.map { "\(name):\($0)" } ?? name
            values.log.report("the trace cannot be used: \(place): \(error.message)", at: node.span)
            return nil
        }
    }
}
