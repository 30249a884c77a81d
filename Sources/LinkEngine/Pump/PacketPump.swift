import LinkModel
import LinuxIO
import Wire

/// Carries packets between the two hosts. Made, used and dropped on one of the engine's threads.
///
/// A packet's arrival is stamped when it has been read, or by the kernel if the thread slept and was woken
/// late; its departure is stamped when its write begins. `Waiting` decides how long the thread sleeps and
/// when it polls its ports instead.
struct PacketPump<Load: LineLoad & ~Copyable, Waiting: PumpWaiting & ~Copyable>: ~Copyable {
    private let hosts: HostPair
    private var clock: TurnClock
    private let flows: FlowRegister
    private let mailbox: EngineMailbox
    private let poller: Poller
    private var load: Load
    private var waiting: Waiting
    private var events: [PollEvent] = []
    private(set) var report: EngineReport

    init(
        _ load: consuming Load,
        _ settings: EngineSettings,
        _ mailbox: EngineMailbox,
        _ waiting: consuming Waiting
    ) throws(SystemCallError) {
        let poller = try Poller()
        try load.join(poller)
        try poller.add(mailbox.bell, .read, token: UInt64(mailbox.bell))
        self.poller = poller
        self.mailbox = mailbox
        self.load = load
        hosts = settings.hosts
        clock = TurnClock(settings.clock)
        flows = settings.flows
        self.waiting = waiting
        report = EngineReport(logCapacity: settings.logCapacity)
        events.reserveCapacity(8)
        // If sleeps end on time, polling in vain is the only thing that could make a packet late.
        if !self.waiting.isWokenLate { self.load.readOnlyWhenReported() }
        watchSending(for: settings.link)
    }

    /// Carries packets until it is told to stop or a port fails.
    mutating func run() {
        var lastPacket = clock.now()
        mailbox.begin()
        beginTurn()
        do {
            while true {
                if let letter = mailbox.take() {
                    if letter.isStopping { break }
                    for order in letter.orders { try change(order) }
                    mailbox.isInForce(letter)
                }
                let moved = try load.carry(clock, flows, &report)
                let now = clock.now()
                if moved { lastPacket = now }
                waiting.review(at: now)
                if now - lastPacket >= waiting.linger { try sleep(from: now) } else { beginTurn() }
            }
            report.missed = try load.missed(hosts)
        } catch {
            report.failure = error
        }
    }

    /// A line that shapes nothing sleeps too little for timestamps to pay off.
    private mutating func watchSending(for link: LinkParameters) {
        if waiting.isWokenLate, !link.shapesNothing { load.watchSending(hosts) }
    }

    private mutating func change(_ order: LineOrder) throws(SystemCallError) {
        // Hosts that were not made for this line stop merging packets.
        if hosts.offloads, order.link?.shapesNothing == false { try hosts.ports.keepPacketsApart() }
        let now = clock.now()
        if let link = order.link { watchSending(for: link) }
        load.change(order, at: now, &report)
        if case .shared(let link) = order { report.changes.append(LinkChange(at: now, link: link)) }
    }

    private mutating func beginTurn() {
        if !waiting.isWokenLate { clock.beginTurn() }
    }

    /// Waits for a packet, or until shortly before the next is due; then the next turn begins.
    private mutating func sleep(from now: Instant) throws(SystemCallError) {
        let length = waiting.sleep(dueIn: load.nextDeadline.map { $0 - now })
        guard length != 0 else { return beginTurn() }
        try load.fallAsleep(poller)
        try poller.wait(timeout: length, into: &events)
        if events.contains(where: { $0.token == UInt64(mailbox.bell) }) { mailbox.hear() }
        if events.isEmpty { load.noteClockWakeUp() } else { load.woke(by: events) }
        beginTurn()
        waiting.slept(clock.now() - now, of: length, wasWoken: !events.isEmpty)
    }
}
