import LinkModel
import Wire

/// How long programs and hosts take in virtual time. A guest's clock moves only where someone waits or looks at it, so a
/// program takes the same few microseconds in every run, on every machine. Times were measured with netlab's own client
/// and origin.
enum GuestTimings {
    /// From the guest's boot to the first step, and from the line's start to it.
    private static let (boot, lineToStep): (Nanoseconds, Nanoseconds) = (4_006_656, 3_646_208)
    /// A host's TCP answers a packet, and sends an acknowledgement; the client reads what has arrived.
    private static let (host, acknowledging, reading): (Nanoseconds, Nanoseconds, Nanoseconds) = (
        512, 1536, 1280
    )
    /// A guest's first SYN wakes the origin's host, and the answer to it finds the client's awake.
    private static let (firstOpening, firstAnswer): (Nanoseconds, Nanoseconds) = (1792, 256)
    /// The origin's TCP acknowledges a connection's first data.
    private static let firstData: Nanoseconds = 256
    /// From the end of a step to the next one's start.
    private static let betweenSteps: Nanoseconds = 14_592
    /// Who waits looks around every 100 ms, which takes this long.
    private static let (lookInterval, look): (Nanoseconds, Nanoseconds) = (100_000_000, 8960)
    /// A caller's turn before the next caller: one that opens a connection, and one that does not.
    private static let (opener, waiter): (Nanoseconds, Nanoseconds) = (12_288, 3840)
    /// The same of one that finds an open connection.
    private static let asker: Nanoseconds = 11_008

    static func set(_ plan: inout SimulationPlan) {
        plan.wheel = SimulationPlan.wheel(afterGuestBoot: boot)
        plan.clockStep = SimulationPlan.guestClockStep
        plan.lineStart = plan.lineStart - lineToStep
        (plan.client, plan.origin) = (
            HostTimes(rested: host, busy: host), HostTimes(rested: host, busy: host)
        )
        plan.reading = HostTimes(rested: reading, busy: reading)
        plan.acknowledging = acknowledging
        setFirstPackets(&plan)
        var first = 0
        var connections = plan.connections
        for place in plan.stages.indices {
            let stage = plan.stages[place]
            connections = stage.connections ?? connections
            if place > 0 {
                plan.stages[place].pause += betweenSteps + stage.pause / lookInterval * look
            }
            let isWarm = place > 0 && !stage.forgetsConnections
            let members = first..<first + stage.fetches
            if isWarm {
                setStarts(&plan, members, turns: (asker, asker), first: 0)
            } else {
                let openers = plan.multiplexing == nil ? connections : 1
                setStarts(&plan, members, turns: (opener, waiter), first: openers)
            }
            for fetch in members {
                let follows = fetch > first && plan.fetches[fetch].start == nil
                plan.fetches[fetch].programs = times(plan, follows: follows, isWarm: isWarm)
            }
            first += stage.fetches
        }
    }

    /// Callers that start together take turns, of one length up to the `first` ones and of another from there on.
    private static func setStarts(
        _ plan: inout SimulationPlan,
        _ members: Range<Int>,
        turns: (first: Nanoseconds, later: Nanoseconds),
        first: Int
    ) {
        var late: Nanoseconds = 0
        for (number, place) in members.enumerated() {
            guard let start = plan.fetches[place].start else { continue }
            plan.fetches[place].start = start + late
            late += number < first ? turns.first : turns.later
        }
    }

    private static func setFirstPackets(_ plan: inout SimulationPlan) {
        func packet(_ direction: LinkDirection, _ flow: UInt32, _ number: UInt32) -> PacketIdentity {
            PacketIdentity(direction: direction, flow: flow, number: number)
        }
        plan.origin.exceptions[packet(.up, plan.firstFlow, 0)] = firstOpening
        plan.client.exceptions[packet(.down, plan.firstFlow, 0)] = firstAnswer
        // With HTTP/2 in the clear the origin has sent its settings before.
        guard plan.multiplexing == nil || plan.security != nil else { return }
        for flow in plan.firstFlow..<plan.firstFlow + UInt32(plan.fetches.count) {
            plan.origin.exceptions[packet(.up, flow, 2)] = firstData
        }
    }

    /// Times of a fetch, which `follows` another over its connection, or finds open ones (`isWarm`), or opens one.
    private static func times(_ plan: SimulationPlan, follows: Bool, isWarm: Bool) -> ProgramTimes {
        let (isPlain, isMultiplexed) = (plan.security == nil, plan.multiplexing != nil)
        var times = ProgramTimes()
        times.opening = isPlain ? 6912 : 7424
        times.connecting = 1792
        times.flights = [3840, 2560, 5376, 1024]
        times.greeting = isPlain && isMultiplexed ? 2816 : 0
        times.asking = isPlain ? (isMultiplexed ? 6400 : 4096) : (isMultiplexed ? 6912 : 3072)
        times.answering = isMultiplexed ? 3328 : 3072
        if isWarm { times.asking = isMultiplexed ? 8448 : 6656 }
        if follows {
            times.asking = isMultiplexed ? 15_360 : 12_288
            times.answering = isPlain ? 1536 : 3072
        }
        times.reading = 2816
        return times
    }
}
