import LinkModel
import LinuxIO
import Wire

/// What one thread carries of a line: one direction, or both in turn.
protocol LineLoad: ~Copyable {
    /// Has the poller tell when packets come.
    func join(_ poller: borrowing Poller) throws(SystemCallError)

    /// Lets leave what is due and takes what has come; false where there was neither.
    mutating func carry(
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool

    /// When something must be done next; nil where nothing is under way.
    var nextDeadline: Instant? { get }

    /// From `now` on packets meet another line; what is decided by then stays.
    mutating func change(to link: LinkParameters, at now: Instant, _ report: inout EngineReport)

    /// From now on packets' times are the kernel's where the thread slept.
    mutating func watchSending(_ hosts: HostPair)

    /// Has the sleep that follows end for the packets that there is room for, and for no others.
    mutating func fallAsleep(_ poller: borrowing Poller) throws(SystemCallError)

    /// From now on packets are read only where the poller told of them: what is there by the next sleep ends that at once.
    mutating func readOnlyWhatIsTold()

    /// Takes note of what ended a sleep.
    mutating func woke(by events: [PollEvent])

    /// Called where the thread was woken by the clock: what comes next finds it awake.
    mutating func wokeByItself()

    /// Packets that were dropped before they could be read.
    func missed(_ hosts: HostPair) throws(SystemCallError) -> Int
}
