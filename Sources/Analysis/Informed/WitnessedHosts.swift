import LinkModel
import Theory
import Wire

/// Reaction times of both hosts' TCP from the line's log: the medians of a run. Only reactions that TCP alone
/// decides count: a connection's first packets, acknowledgements of data, and data released by an
/// acknowledgement. The client program's time to look at data comes from its own log.
struct WitnessedHosts {
    private(set) var client = HostTimes()
    private(set) var origin = HostTimes()
    private(set) var reading = HostTimes()

    /// `looks` are, by connection, the moments at which the client's program had looked at data, as far as it
    /// logged them.
    init(_ line: LineLog, looks: [UInt32: [Instant]]) {
        let flows = line.flows.values
        client = Self.times(of: .up, line, flows.flatMap(Self.acknowledgements))
        origin = Self.times(of: .down, line, flows.flatMap(Self.continuations))
        reading = Self.times(of: .up, line, flows.flatMap { Self.readings($0, looks[$0.number] ?? []) })
    }

    /// When a packet reached a host, and when its answer reached the line.
    private typealias Answer = (came: Instant, went: Instant)

    private static func times(of way: LinkDirection, _ line: LineLog, _ answers: [Answer]) -> HostTimes {
        // A longer time means that it waited for something.
        let prompt = answers.filter { $0.went - $0.came <= HeldSender.answering }
        guard !prompt.isEmpty else { return HostTimes() }
        let meetings = meetings(of: way, line)
        func findsRested(_ moment: Instant) -> Bool {
            meetings.value(at: moment - 1).map { moment.nanoseconds - $0 >= HostTimes.rest } ?? true
        }
        func median(_ rested: Bool) -> Nanoseconds? {
            let times = prompt.filter { findsRested($0.came) == rested }.map { $0.went - $0.came }
            return NearestRank.value(50, of: times.sorted())
        }
        let (rested, busy) = (median(true), median(false))
        let taken = Dictionary(prompt.map { ($0.came, $0.went - $0.came) }, uniquingKeysWith: min)
        let came = line.flows.values.flatMap { $0[way.opposite].compactMap(\.received) }.sorted()
        return HostTimes(
            rested: rested ?? busy ?? 0,
            busy: busy ?? rested ?? 0,
            awakenings: came.filter(findsRested).map { taken[$0] }
        )
    }

    /// When the host that sends in that direction last handled a packet, in nanoseconds.
    private static func meetings(of way: LinkDirection, _ line: LineLog) -> Timeline {
        let moments = line.flows.values.flatMap { flow in
            flow[way].map(\.arrival) + flow[way.opposite].compactMap(\.departure)
        }
        var meetings = Timeline()
        for moment in moments.sorted() { meetings.raise(to: moment.nanoseconds, at: moment) }
        return meetings
    }

    // MARK: Answers

    /// The client's, each paired with the packet up to which it acknowledges.
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

    /// The client program's, each paired with the last packet before it: that packet triggered it, unless the
    /// program takes longer than the spacing of packets.
    private static func readings(_ flow: FlowLog, _ looks: [Instant]) -> [Answer] {
        let came = flow.down.compactMap { $0.bytes.isEmpty ? nil : $0.received }.sorted()
        var answers: [Answer] = []
        for look in looks.sorted() {
            let following = came.partitioningIndex { $0 > look }
            guard following > 0, answers.last?.came != came[following - 1] else { continue }
            answers.append((came[following - 1], look))
        }
        return answers
    }

    /// The origin's: to the first packet, and of data while some is in flight, so that no program had to
    /// write it first.
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
