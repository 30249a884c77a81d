import Wire

/// How long programs and hosts take in virtual time. A guest's clock moves only where someone waits or looks at it, so a
/// program takes the same few microseconds in every run, on every machine. Times were measured with netlab's own client
/// and origin.
enum GuestPace {
    /// From the guest's boot to the first step, and from the line's start to it.
    private static let (boot, lineToStep): (Nanoseconds, Nanoseconds) = (4_006_656, 3_646_208)
    /// A host's TCP answers a packet, and the client reads what has arrived.
    private static let (host, reading): (Nanoseconds, Nanoseconds) = (512, 2816)
    /// From the end of a step to the next one's start, and from a file's end to the next one's request.
    private static let (betweenSteps, betweenFiles): (Nanoseconds, Nanoseconds) = (14_592, 12_032)
    /// Who waits looks around every 100 ms, which takes this long.
    private static let (lookInterval, look): (Nanoseconds, Nanoseconds) = (100_000_000, 8960)
    /// A caller's turn before the next caller: one that opens a connection, and one that does not.
    private static let (opener, waiter): (Nanoseconds, Nanoseconds) = (12_288, 3840)

    static func set(_ plan: inout SimulationPlan) {
        plan.wheel = SimulationPlan.wheel(afterGuestBoot: boot)
        plan.clockStep = SimulationPlan.guestClockStep
        plan.lineStart = plan.lineStart - lineToStep
        (plan.client, plan.origin) = (
            HostTimes(rested: host, busy: host), HostTimes(rested: host, busy: host)
        )
        plan.reading = HostTimes(rested: reading, busy: reading)
        var first = 0
        var connections = plan.connections
        for place in plan.stages.indices {
            let stage = plan.stages[place]
            connections = stage.connections ?? connections
            if place > 0 {
                plan.stages[place].pause += betweenSteps + stage.pause / lookInterval * look
            }
            setStarts(
                &plan,
                first..<first + stage.fetches,
                connections: plan.multiplexing == nil ? connections : 1
            )
            first += stage.fetches
        }
        for place in plan.fetches.indices {
            plan.fetches[place].programs = times(of: plan.fetches[place], plan)
        }
    }

    /// Callers that start together take turns.
    private static func setStarts(_ plan: inout SimulationPlan, _ members: Range<Int>, connections: Int) {
        var late: Nanoseconds = 0
        for (number, place) in members.enumerated() {
            guard let start = plan.fetches[place].start else { continue }
            plan.fetches[place].start = start + late
            late += number < connections ? opener : waiter
        }
    }

    private static func times(of fetch: SimulatedFetch, _ plan: SimulationPlan) -> ProgramTimes {
        var times = ProgramTimes()
        times.opening = plan.security == nil ? 6912 : 7424
        times.connecting = 1792
        times.flights = [3840, 2560, 5120, 1024]
        times.asking = fetch.start == nil ? betweenFiles : plan.multiplexing == nil ? 4352 : 6656
        (times.answering, times.reading) = (2816, reading)
        return times
    }
}
