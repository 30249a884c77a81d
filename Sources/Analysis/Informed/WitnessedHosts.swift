import LinkModel
import Theory
import Wire

/// Reaction times of both hosts' TCP from the line's log: the medians of a run, and those that differ from them. Only
/// reactions that TCP alone decides count: a connection's first packets, acknowledgements of data, and data released by
/// an acknowledgement. The client program's time to look at data comes from its own log.
struct WitnessedHosts {
    private(set) var client = HostTimes()
    private(set) var origin = HostTimes()
    private(set) var reading = HostTimes()

    /// `looks` are, by connection, the moments at which the client's program had looked at data, as far as it
    /// logged them. Hosts are steady that take the same time rested and busy, as in virtual time.
    init(_ line: LineLog, looks: [UInt32: [Instant]], isSteady: Bool) {
        let flows = line.flows.values
        let answering = isSteady ? Self.steadyAnswer : HeldSender.answering
        let looking = isSteady ? Self.steadyLook : HeldSender.answering
        func times(_ way: LinkDirection, _ answers: [Answer], within longest: Nanoseconds) -> HostTimes {
            Self.times(of: way, line, isSteady, answers.filter { $0.went - $0.came <= longest })
        }
        func acknowledgements(_ way: LinkDirection) -> [Answer] {
            flows.flatMap { Self.acknowledgements($0, way) }
                .filter { !isSteady || $0.packet.number == 0 || $0.went - $0.came <= Self.quickest }
        }
        client = times(.up, acknowledgements(.up), within: answering)
        let continuations = flows.flatMap(Self.continuations) + (isSteady ? acknowledgements(.down) : [])
        origin = times(.down, continuations, within: answering)
        let readings = flows.flatMap { flow in
            let readings = Self.readings(flow, looks[flow.number] ?? [])
            return isSteady ? readings.map { Self.timed($0, flow) } : readings
        }
        reading = times(.up, readings, within: looking)
    }

    /// The most that a steady host's TCP takes for an answer, and a program for a look. Whatever takes longer waited for
    /// something: TCP, in virtual time, for a program.
    private static let (steadyAnswer, steadyLook): (Nanoseconds, Nanoseconds) = (2500, 50_000)

    /// A packet that reached a host, when it did, and when its answer reached the line.
    private typealias Answer = (packet: PacketIdentity, came: Instant, went: Instant)

    private static func times(
        of way: LinkDirection,
        _ line: LineLog,
        _ isSteady: Bool,
        _ prompt: [Answer]
    ) -> HostTimes {
        guard !prompt.isEmpty else { return HostTimes() }
        let meetings = Self.meetings(of: way, line)
        func isRested(_ moment: Instant) -> Bool {
            meetings.value(at: moment - 1).map { moment.nanoseconds - $0 >= HostTimes.rest } ?? true
        }
        func median(_ rested: Bool) -> Nanoseconds? {
            let times = prompt.filter { isRested($0.came) == rested }.map { $0.went - $0.came }
            return NearestRank.value(50, of: times.sorted())
        }
        let usual = isSteady ? NearestRank.value(50, of: prompt.map { $0.went - $0.came }.sorted()) : nil
        let (rested, busy) = (usual ?? median(true), usual ?? median(false))
        var times = HostTimes(rested: rested ?? busy ?? 0, busy: busy ?? rested ?? 0)
        // A busy host's time may be that of an earlier packet.
        for answer in prompt where isSteady || isRested(answer.came) {
            let taken = answer.went - answer.came
            if taken != times.rested || taken != times.busy { times.exceptions[answer.packet] = taken }
        }
        return times
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

    /// Those sent that way, each paired with the packet up to which it acknowledges.
    private static func acknowledgements(_ flow: FlowLog, _ way: LinkDirection) -> [Answer] {
        var came: [Int64: (packet: PacketIdentity, at: Instant)] = [:]
        for packet in flow[way.opposite] where packet.isSyn || !packet.bytes.isEmpty {
            let end = packet.bytes.upperBound
            guard let at = packet.received, at < came[end]?.at ?? .never else { continue }
            came[end] = (packet.identity, at)
        }
        return flow[way].compactMap { packet in
            guard packet.bytes.isEmpty, !packet.isSyn, let answered = came[packet.acknowledged],
                answered.at <= packet.arrival
            else { return nil }
            came[packet.acknowledged] = nil
            return (answered.packet, answered.at, packet.arrival)
        }
    }

    /// The client program's, each paired with the last packet before it: that packet triggered it, unless the
    /// program takes longer than the spacing of packets.
    private static func readings(_ flow: FlowLog, _ looks: [Instant]) -> [Answer] {
        let heard = flow.heard(.down).filter { !$0.packet.bytes.isEmpty }
        var answers: [Answer] = []
        for look in looks.sorted() {
            let following = heard.partitioningIndex { $0.at > look }
            guard following > 0, answers.last?.came != heard[following - 1].at else { continue }
            answers.append((heard[following - 1].packet.identity, heard[following - 1].at, look))
        }
        return answers
    }

    /// The look by the acknowledgement that went out during it: the program logs the look later.
    private static func timed(_ look: Answer, _ flow: FlowLog) -> Answer {
        let first = flow.up.partitioningIndex { $0.arrival > look.came + quickest }
        guard first < flow.up.endIndex, flow.up[first].arrival <= look.went, flow.up[first].bytes.isEmpty
        else {
            return look
        }
        return (look.packet, look.came, flow.up[first].arrival)
    }

    /// Acknowledgements of data that take longer in virtual time wait for a program.
    private static let quickest: Nanoseconds = 1024

    /// The origin's: to the first packet, to the last, and of data while some is in flight, so that no program had to
    /// write it first.
    private static func continuations(_ flow: FlowLog) -> [Answer] {
        let heard = flow.heard(.up)
        var sent = Timeline()
        for packet in flow.down { sent.raise(to: packet.bytes.upperBound, at: packet.arrival) }
        var next = flow.down.startIndex
        return heard.indices.compactMap { place in
            let (at, packet) = heard[place]
            let until = place + 1 < heard.count ? heard[place + 1].at : .never
            while next < flow.down.count, flow.down[next].arrival < at { next += 1 }
            guard next < flow.down.count, flow.down[next].arrival < until else { return nil }
            let isClocked = packet.bytes.isEmpty && (sent.value(at: at) ?? 0) > packet.acknowledged
            guard packet.isSyn || packet.isFin || isClocked else { return nil }
            return (packet.identity, at, flow.down[next].arrival)
        }
    }
}
