import Wire

/// A timer of one end of a connection.
struct SimulatedAlarm: Hashable {
    var connection: Int
    var isClient: Bool
    /// When it was set.
    var set: Instant

    /// The order in which timers expire that are due at the same tick, both hosts' in one: those of coarser wheels first,
    /// and of each wheel the one that was set last.
    static func inOrder(_ alarms: [SimulatedAlarm], at due: Instant) -> [SimulatedAlarm] {
        func wheel(_ alarm: SimulatedAlarm) -> Int {
            KernelTime.wheel(KernelTime.ticks(due) - KernelTime.ticks(alarm.set))
        }
        return alarms.enumerated()
            .sorted { (wheel($0.element), $0.offset) > (wheel($1.element), $1.offset) }
            .map(\.element)
    }
}
