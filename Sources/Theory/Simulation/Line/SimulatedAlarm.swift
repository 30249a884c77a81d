import Wire

/// A timer of one end of a connection.
struct SimulatedAlarm: Hashable {
    var connection: Int
    var isClient: Bool

    /// The order in which timers expire that are due at the same tick, both hosts' in one: those of coarser wheels first,
    /// and of each wheel the one that was set last. `slot` is where an alarm's timer stands.
    static func inOrder(_ alarms: [SimulatedAlarm], slot: (SimulatedAlarm) -> TimerSlot?) -> [SimulatedAlarm]
    {
        alarms.map { (alarm: $0, slot: slot($0)) }
            .sorted {
                ($0.slot?.wheel ?? 0, $0.slot?.order ?? 0) > ($1.slot?.wheel ?? 0, $1.slot?.order ?? 0)
            }
            .map(\.alarm)
    }
}
