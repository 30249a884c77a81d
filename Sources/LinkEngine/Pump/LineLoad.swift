import LinkModel
import LinuxIO
import Wire

/// What one thread carries of a line: one direction, or both in turn.
protocol LineLoad: ~Copyable {
    /// Registers with the poller for arriving packets.
    func join(_ poller: borrowing Poller) throws(SystemCallError)

    /// Sends due packets and takes arrived ones; false if there were none.
    mutating func carry(
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool

    /// When it next needs a turn; nil if nothing is under way.
    var nextDeadline: Instant? { get }

    /// Packets meet another line from `now` on: all, or one client's. Earlier decisions stay.
    mutating func change(_ order: LineOrder, at now: Instant, _ report: inout EngineReport)

    /// Uses the kernel's timestamps from now on for packets that arrive while the thread sleeps.
    mutating func watchSending(_ hosts: HostPair)

    /// Makes the next sleep end only for packets that there is room for.
    mutating func fallAsleep(_ poller: borrowing Poller) throws(SystemCallError)

    /// Reads packets from now on only if the poller reported them; packets present at the next sleep end it
    /// at once.
    mutating func readOnlyWhenReported()

    /// Notes which events ended a sleep.
    mutating func woke(by events: [PollEvent])

    /// Called if the clock woke the thread: it is awake for the next packets.
    mutating func noteClockWakeUp()

    /// Packets dropped before they could be read.
    func missed(_ hosts: HostPair) throws(SystemCallError) -> Int
}
