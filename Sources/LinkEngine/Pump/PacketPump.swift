import LinkModel
import LinuxIO
import Wire

/// Carries packets between the two hosts. Made, used and dropped on a thread of the engine's.
///
/// A packet's arrival is stamped when it has been read, by the kernel where the thread slept, its departure when its write begins. The thread sleeps while
/// nothing is due soon, and spins over its ports for the rest: a sleeper is woken some microseconds late.
struct PacketPump<Load: LineLoad & ~Copyable>: ~Copyable {
    private let hosts: HostPair
    private let clock: RunClock
    private let flows: FlowRegister
    private let mailbox: EngineMailbox
    private let poller: Poller
    private var load: Load
    private var allowance: WakingAllowance
    private var precedence: ThreadPrecedence
    private var events: [PollEvent] = []
    private(set) var report: EngineReport

    init(
        _ load: consuming Load,
        _ order: EngineOrder,
        _ mailbox: EngineMailbox,
        _ precedence: consuming ThreadPrecedence,
        _ allowance: WakingAllowance
    ) throws(SystemCallError) {
        let poller = try Poller()
        try load.join(poller)
        try poller.add(mailbox.bell, .read, token: UInt64(mailbox.bell))
        self.poller = poller
        self.mailbox = mailbox
        self.load = load
        hosts = order.hosts
        clock = order.clock
        flows = order.flows
        self.precedence = precedence
        self.allowance = allowance
        report = EngineReport(logCapacity: order.logCapacity)
        events.reserveCapacity(8)
        watchSending(for: order.link)
    }

    /// Carries until told to stop, or until a port fails.
    mutating func run() {
        var lastPacket = clock.now()
        mailbox.begin()
        do {
            while true {
                if let letter = mailbox.take() {
                    if letter.isStopping { break }
                    if let link = letter.link { try change(to: link) }
                    mailbox.isInForce(letter)
                }
                let moved = try load.carry(clock, flows, &report)
                let now = clock.now()
                if moved { lastPacket = now }
                if precedence.review(at: now) { allowance.isCrowded = precedence.isCrowded }
                if now - lastPacket >= allowance.linger { try sleep(from: now) }
            }
            report.missed = try load.missed(hosts)
        } catch {
            report.failure = error
        }
    }

    /// A line that shapes nothing is not asleep for long, and has better to do.
    private mutating func watchSending(for link: LinkParameters) {
        if !link.shapesNothing { load.watchSending(hosts) }
    }

    private mutating func change(to link: LinkParameters) throws(SystemCallError) {
        // Hosts that were not made for this line leave packets together no longer.
        if hosts.offloads, !link.shapesNothing { try hosts.ports.keepPacketsApart() }
        let now = clock.now()
        watchSending(for: link)
        load.change(to: link, at: now, &report)
        report.changes.append(LinkChange(at: now, link: link))
    }

    /// Waits for a packet, or until shortly before the next is due.
    private mutating func sleep(from now: Instant) throws(SystemCallError) {
        let wanted = load.nextDeadline.map { allowance.sleep(dueIn: $0 - now) }
        guard wanted != 0 else { return }
        let length = precedence.sleep(of: wanted)
        try load.fallAsleep(poller)
        try poller.wait(timeout: length, into: &events)
        if events.isEmpty { load.wokeByItself() }
        let slept = clock.now() - now
        precedence.slept(slept, wasWoken: !events.isEmpty)
        if let length, events.isEmpty { allowance.woke(late: slept - length) }
    }
}
