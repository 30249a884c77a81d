import LinkModel
import LinuxIO
import Runs
import Synchronization
import Wire

/// Carries packets between the two hosts. Made, used and dropped on the engine's own thread.
///
/// A packet's arrival is stamped when it has been read, its departure when its write begins. The thread sleeps while
/// nothing is due soon, and spins over both ports for the rest: a sleeper is woken tens of microseconds late.
struct PacketPump: ~Copyable {
    /// A sleep ends so long before the next packet is due.
    static let wakingAllowance: Nanoseconds = 150_000
    /// The kernel may wake a sleeper late by a thousandth of the time slept.
    static let wakingShare: Nanoseconds = 500
    /// After a packet the next is often close behind: an answer to it must not find the thread asleep.
    static let linger: Nanoseconds = 100_000

    private let hosts: HostPair
    private let clock: RunClock
    private let poller: Poller
    private var flows = FlowNumbering()
    private var up: PacketLane
    private var down: PacketLane
    private var events: [PollEvent] = []
    private(set) var report: EngineReport

    init(_ order: EngineOrder, wakeUp: WakeUp) throws(SystemCallError) {
        let ports = (order.hosts.ports.client.raw, order.hosts.ports.origin.raw)
        let poller = try Poller()
        for descriptor in [ports.0, ports.1, wakeUp.raw] {
            try poller.add(descriptor, .read, token: UInt64(descriptor))
        }
        self.poller = poller
        hosts = order.hosts
        clock = order.clock
        up = PacketLane(.up, order)
        down = PacketLane(.down, order)
        report = EngineReport(logCapacity: order.logCapacity)
        events.reserveCapacity(8)
    }

    /// Carries until told to stop, or until a port fails.
    mutating func run(until isStopping: borrowing Atomic<Bool>) {
        var lastPacket = clock.now()
        do {
            while !isStopping.load(ordering: .acquiring) {
                let moved = try step()
                let now = clock.now()
                if moved { lastPacket = now }
                if now - lastPacket < Self.linger { continue }
                let sleep = sleepingTime(at: now)
                if sleep != 0 { try poller.wait(timeout: sleep, into: &events) }
            }
        } catch {
            report.failure = error
        }
    }

    /// One packet at most in and out in each direction, so that neither keeps the others waiting; false where
    /// there was none.
    private mutating func step() throws(SystemCallError) -> Bool {
        var moved = up.sendIfDue(clock, &report)
        if down.sendIfDue(clock, &report) { moved = true }
        if try up.receive(clock, &flows, &report) { moved = true }
        if try down.receive(clock, &flows, &report) { moved = true }
        return moved
    }

    /// nil: until a packet comes; 0: not at all.
    private func sleepingTime(at now: Instant) -> Nanoseconds? {
        let next: Instant
        switch (up.ring.nextDue, down.ring.nextDue) {
        case (nil, nil): return nil
        case (let due?, nil), (nil, let due?): next = due
        case (let first?, let second?): next = min(first, second)
        }
        let left = next - now
        return max(0, left - Self.wakingAllowance - left / Self.wakingShare)
    }
}
