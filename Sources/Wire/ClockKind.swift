/// The kind of clock that a machine has, and that a run's times are measured by.
package enum ClockKind: String, Hashable, Sendable, CaseIterable {
    /// Runs with real time.
    case real
    /// Virtual time: the clock stands still while there is anything to do, and jumps to the next moment for
    /// which a thread sleeps. Sleeps end exactly on time; only reading the clock takes time.
    case virtual
}
