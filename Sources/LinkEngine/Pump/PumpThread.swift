import LinkModel
import LinuxIO
import RealTime
import Synchronization
import Wire

/// One of the engine's threads with its pump, its mailbox and its report.
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

    private let settings: EngineSettings
    private let share: Share
    private let mailbox: EngineMailbox
    private let outcome = Outcome()
    private let thread = ServiceThread()

    init(_ share: Share, _ settings: EngineSettings) throws(SystemCallError) {
        self.settings = settings
        self.share = share
        mailbox = try EngineMailbox()
    }

    func start() throws(SystemCallError) {
        let (settings, share, mailbox, outcome) = (settings, share, mailbox, outcome)
        try thread.start(name: share.threadName) {
            do throws(SystemCallError) {
                let report = try Self.carry(share, settings, mailbox)
                outcome.report.withLock { $0 = report }
            } catch {
                outcome.report.withLock { $0.failure = error }
                mailbox.begin()
            }
        }
    }

    /// True once it carries packets, or has failed to start.
    var hasBegun: Bool { mailbox.hasBegun }

    /// Why it has ended by itself; nil if it has not.
    var failure: SystemCallError? { outcome.report.withLock { $0.failure } }

    /// Returns the order's number, for `isInForce`.
    func change(_ order: LineOrder) -> Int {
        mailbox.post(order)
    }

    func isInForce(_ number: Int) -> Bool {
        mailbox.isInForce(number)
    }

    /// Asks the thread to end soon.
    func askToStop() {
        mailbox.askToStop()
    }

    /// Waits for the thread, which must have been told to stop.
    func join() -> EngineReport {
        thread.join()
        return outcome.report.withLock { $0 }
    }

    private static func carry(
        _ share: Share,
        _ settings: EngineSettings,
        _ mailbox: EngineMailbox
    ) throws(SystemCallError) -> EngineReport {
        let start = settings.clock.now()
        var report = try carry(share, settings, mailbox, from: start)
        report.start = start
        return report
    }

    private static func carry(
        _ share: Share,
        _ settings: EngineSettings,
        _ mailbox: EngineMailbox,
        from now: Instant
    ) throws(SystemCallError) -> EngineReport {
        switch share {
        case .both:
            let lanes = LanePair(
                up: PacketLane(.up, settings, from: now),
                down: PacketLane(.down, settings, from: now)
            )
            if ClockKind.ofThisMachine == .virtual {
                return try carry(lanes, settings, mailbox, ExactWaiting())
            }
            let reservation = reserve(for: settings.hosts)
            // The thread that holds it gives it back when it stops carrying.
            defer { withExtendedLifetime(reservation) {} }
            return try carry(lanes, settings, mailbox, RealTimeWaiting(from: now, carriesBoth: true))
        case .one(let direction):
            let lane = PacketLane(direction, settings, from: now)
            return try carry(lane, settings, mailbox, RealTimeWaiting(from: now, carriesBoth: false))
        }
    }

    private static func carry<Load: LineLoad & ~Copyable, Waiting: PumpWaiting & ~Copyable>(
        _ load: consuming Load,
        _ settings: EngineSettings,
        _ mailbox: EngineMailbox,
        _ waiting: consuming Waiting
    ) throws(SystemCallError) -> EngineReport {
        var pump = try PacketPump(load, settings, mailbox, waiting)
        pump.run()
        return pump.report
    }

    /// Reserves a processor for a line with more packets than one processor can carry and process: a thread
    /// that hands packets to a host also processes them there, unless other processors are set to.
    ///
    /// A line with fewer packets needs none: answers come sooner if no other processor has to be woken.
    private static func reserve(for hosts: HostPair) -> ProcessorReservation? {
        guard hosts.isFast, let reservation = ProcessorReservation.take() else { return nil }
        do {
            try hosts.receive(on: reservation.others)
            return reservation
        } catch {
            // This user may not move the work: the processor is then better shared.
            return nil
        }
    }
}
