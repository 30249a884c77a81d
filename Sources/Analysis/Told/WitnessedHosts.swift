import LinkModel
import Runs
import Theory
import Wire

/// What both hosts' TCP took to answer, by the line's log: the medians of a run. Only what nothing but TCP decides counts: a
/// connection's first packets, acknowledgements of data, and data that an acknowledgement let go.
struct WitnessedHosts {
    private(set) var client = HostTimes()
    private(set) var origin = HostTimes()

    init(_ line: LineLog) {
        client = Self.times(of: .up, line, line.flows.values.flatMap(Self.acknowledgements))
        origin = Self.times(of: .down, line, line.flows.values.flatMap(Self.continuations))
    }

    /// When a packet came to a host, and when the one that answers it was at the line.
    private typealias Answer = (came: Instant, went: Instant)

    private static func times(of way: LinkDirection, _ line: LineLog, _ answers: [Answer]) -> HostTimes {
        var met = Timeline()
        let moments = line.flows.values.flatMap { flow in
            flow[way].map(\.arrival) + flow[way == .up ? .down : .up].compactMap(\.departure)
        }
        for moment in moments.sorted() { met.raise(to: moment.nanoseconds, at: moment) }
        // Who takes longer waits for something.
        let prompt = answers.filter { $0.went - $0.came <= HeldSender.answering }
        let isRested = prompt.map { answer in
            let before = met.value(at: answer.came - 1)
            return before.map { answer.came.nanoseconds - $0 >= HostTimes.rest } ?? true
        }
        func median(_ rested: Bool) -> Nanoseconds? {
            let times = zip(prompt, isRested).filter { $0.1 == rested }.map { $0.0.went - $0.0.came }
            return NearestRank.value(50, of: times.sorted())
        }
        let (rested, busy) = (median(true), median(false))
        return HostTimes(rested: rested ?? busy ?? 0, busy: busy ?? rested ?? 0)
    }

    // MARK: Answers

    /// The client's, each to the packet up to which it acknowledges.
    private static func acknowledgements(_ flow: FlowLog) -> [Answer] {
        var came: [Int64: Instant] = [:]
        for packet in flow.down where packet.isSyn || !packet.bytes.isEmpty {
            guard let received = packet.received else { continue }
            came[packet.bytes.upperBound] = min(received, came[packet.bytes.upperBound] ?? .never)
        }
        return flow.up.compactMap { packet in
            guard packet.bytes.isEmpty, !packet.isSyn, let moment = came[packet.acknowledged],
                moment <= packet.arrival
            else { return nil }
            came[packet.acknowledged] = nil
            return (moment, packet.arrival)
        }
    }

    /// The origin's: to the first packet, and of data while some is in flight, so that no program had to write it first.
    private static func continuations(_ flow: FlowLog) -> [Answer] {
        let heard = flow.heard
        var sent = Timeline()
        for packet in flow.down { sent.raise(to: packet.bytes.upperBound, at: packet.arrival) }
        var next = flow.down.startIndex
        return heard.indices.compactMap { place in
            let (at, packet) = heard[place]
            let until = place + 1 < heard.count ? heard[place + 1].at : .never
            while next < flow.down.count, flow.down[next].arrival < at { next += 1 }
            guard next < flow.down.count, flow.down[next].arrival < until else { return nil }
            let isClocked = packet.bytes.isEmpty && (sent.value(at: at) ?? 0) > packet.acknowledged
            guard packet.isSyn || isClocked else { return nil }
            return (at, flow.down[next].arrival)
        }
    }
}
