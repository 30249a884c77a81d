import LinkModel
import LinuxIO
import RealTime
import Synchronization

/// A thread of the engine's with the pump on it, what it is told, and what it leaves behind.
final class PumpThread: Sendable {
    /// What a thread carries.
    enum Share: Sendable {
        case both
        case one(LinkDirection)

        fileprivate var threadName: String {
            switch self {
            case .both: "netlab-line"
            case .one(let direction): "netlab-\(direction.rawValue)"
            }
        }
    }

    private final class Outcome: Sendable {
        let report = Mutex(EngineReport(logCapacity: 0))
    }

    private let order: EngineOrder
    private let share: Share
    private let mailbox: EngineMailbox
    private let outcome = Outcome()
    private let thread = ServiceThread()

    init(_ share: Share, _ order: EngineOrder) throws(SystemCallError) {
        self.order = order
        self.share = share
        mailbox = try EngineMailbox()
    }

    func start() throws(SystemCallError) {
        let (order, share, mailbox, outcome) = (order, share, mailbox, outcome)
        try thread.start(name: share.threadName) {
            do throws(SystemCallError) {
                let report = try Self.carry(share, order, mailbox)
                outcome.report.withLock { $0 = report }
            } catch {
                outcome.report.withLock { $0.failure = error }
                mailbox.begin()
            }
        }
    }

    /// True once it carries, or has failed to.
    var hasBegun: Bool { mailbox.hasBegun }

    /// The number of the line, for `isInForce`.
    func change(_ link: LinkParameters) -> Int {
        mailbox.post(link: link)
    }

    func isInForce(_ number: Int) -> Bool {
        mailbox.isInForce(number)
    }

    /// Has the thread end soon.
    func tellToStop() {
        mailbox.post(isStopping: true)
    }

    /// Waits for the thread, which was told to stop.
    func join() -> EngineReport {
        thread.join()
        return outcome.report.withLock { $0 }
    }

    private static func carry(
        _ share: Share,
        _ order: EngineOrder,
        _ mailbox: EngineMailbox
    ) throws(SystemCallError) -> EngineReport {
        let now = order.clock.now()
        switch share {
        case .both:
            let lanes = LanePair(
                up: PacketLane(.up, order, from: now),
                down: PacketLane(.down, order, from: now)
            )
            if ClockKind.ofThisMachine == .virtual {
                return try carry(lanes, order, mailbox, ExactWaiting())
            }
            let reservation = reserve(for: order.hosts)
            // Given back by the thread that has it, when it carries no more.
            defer { withExtendedLifetime(reservation) {} }
            return try carry(lanes, order, mailbox, WatchfulWaiting(from: now, carriesBoth: true))
        case .one(let direction):
            let lane = PacketLane(direction, order, from: now)
            return try carry(lane, order, mailbox, WatchfulWaiting(from: now, carriesBoth: false))
        }
    }

    private static func carry<Load: LineLoad & ~Copyable, Waiting: PumpWaiting & ~Copyable>(
        _ load: consuming Load,
        _ order: EngineOrder,
        _ mailbox: EngineMailbox,
        _ waiting: consuming Waiting
    ) throws(SystemCallError) -> EngineReport {
        var pump = try PacketPump(load, order, mailbox, waiting)
        pump.run()
        return pump.report
    }

    /// A processor of its own for a line that has too many packets for one that does everything: what a thread hands
    /// over to a host it also carries through that host's protocols, unless others are told to.
    ///
    /// A line with fewer does without: an answer comes sooner where nobody has to be woken for it.
    private static func reserve(for hosts: HostPair) -> ProcessorReservation? {
        guard hosts.isFast, let reservation = ProcessorReservation.take() else { return nil }
        do {
            try hosts.receive(on: reservation.others)
            return reservation
        } catch {
            // Not for this user: with the work still on it, the processor is better shared.
            return nil
        }
    }
}
