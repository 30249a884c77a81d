import LinkModel
import LinuxIO
import Wire

/// Carries packets between the two hosts. Made, used and dropped on the engine's own thread.
///
/// A packet's arrival is stamped when it has been read, by the kernel where the thread slept, its departure when its write begins. The thread sleeps while
/// nothing is due soon, and spins over both ports for the rest: a sleeper is woken some microseconds late.
struct PacketPump: ~Copyable {
    private let hosts: HostPair
    private let clock: RunClock
    private let mailbox: EngineMailbox
    private let poller: Poller
    private var flows = FlowNumbering()
    private var up: PacketLane
    private var down: PacketLane
    /// The ports that are read, in the order up, down: not those whose packets find no room.
    private var isReading = (up: true, down: true)
    private var allowance = WakingAllowance()
    private var precedence: ThreadPrecedence
    private var events: [PollEvent] = []
    private(set) var report: EngineReport

    init(_ order: EngineOrder, _ mailbox: EngineMailbox) throws(SystemCallError) {
        let ports = (order.hosts.ports.client.raw, order.hosts.ports.origin.raw)
        let poller = try Poller()
        for descriptor in [ports.0, ports.1, mailbox.bell] {
            try poller.add(descriptor, .read, token: UInt64(descriptor))
        }
        self.poller = poller
        self.mailbox = mailbox
        hosts = order.hosts
        clock = order.clock
        let now = order.clock.now()
        precedence = ThreadPrecedence(from: now)
        up = PacketLane(.up, order, from: now)
        down = PacketLane(.down, order, from: now)
        report = EngineReport(logCapacity: order.logCapacity)
        events.reserveCapacity(8)
        watchSending(for: order.link)
    }

    /// Carries until told to stop, or until a port fails.
    mutating func run() {
        var lastPacket = clock.now()
        do {
            while true {
                if let letter = mailbox.take() {
                    if letter.isStopping { break }
                    if let link = letter.link { try change(to: link) }
                    mailbox.isInForce(letter)
                }
                let moved = try step()
                let now = clock.now()
                if moved { lastPacket = now }
                if precedence.review(at: now) { allowance.isCrowded = precedence.isCrowded }
                if now - lastPacket >= allowance.linger { try sleep(from: now) }
            }
            report.missed = try hosts.missedPackets()
        } catch {
            report.failure = error
        }
    }

    /// A line that shapes nothing is not asleep for long, and has better to do.
    private mutating func watchSending(for link: LinkParameters) {
        guard !link.shapesNothing else { return }
        up.watchSending(hosts)
        down.watchSending(hosts)
    }

    /// What is due leaves, what has come is taken; false where there was neither.
    private mutating func step() throws(SystemCallError) -> Bool {
        let first = try up.carry(until: down.nextDeadline, clock, &flows, &report)
        let second = try down.carry(until: up.nextDeadline, clock, &flows, &report)
        return first || second
    }

    private mutating func change(to link: LinkParameters) throws(SystemCallError) {
        // Hosts that were not made for this line leave packets together no longer.
        if hosts.offloads, !link.shapesNothing { try hosts.ports.keepPacketsApart() }
        let now = clock.now()
        up.settle(upTo: now, &report)
        down.settle(upTo: now, &report)
        watchSending(for: link)
        up.model.change(to: link, at: now)
        down.model.change(to: link, at: now)
        report.changes.append(LinkChange(at: now, link: link))
    }

    /// Waits for a packet, or until shortly before the next is due.
    private mutating func sleep(from now: Instant) throws(SystemCallError) {
        let length = nextDeadline.map { allowance.sleep(dueIn: $0 - now) }
        guard length != 0 else { return }
        try watch()
        up.fallAsleep()
        down.fallAsleep()
        try poller.wait(timeout: length, into: &events)
        if events.isEmpty {
            up.wokeByItself()
            down.wokeByItself()
        }
        let slept = clock.now() - now
        precedence.slept(slept)
        if let length, events.isEmpty { allowance.woke(late: slept - length) }
    }

    /// Has a sleep end for the packets that there is room for, and for no others.
    private mutating func watch() throws(SystemCallError) {
        if isReading.up == up.isFull {
            isReading.up.toggle()
            try poller.modify(up.source, isReading.up ? .read : [], token: UInt64(up.source))
        }
        if isReading.down == down.isFull {
            isReading.down.toggle()
            try poller.modify(down.source, isReading.down ? .read : [], token: UInt64(down.source))
        }
    }

    private var nextDeadline: Instant? {
        guard let up = up.nextDeadline else { return down.nextDeadline }
        return down.nextDeadline.map { min(up, $0) } ?? up
    }
}

extension PacketLane {
    /// Frames under way at once take at most so much memory in one direction, of which only what is ever used is real.
    private static let mostMemory = 256 << 20

    /// A lane between an order's hosts, its line new at `start`.
    init(_ direction: LinkDirection, _ order: EngineOrder, from start: Instant) {
        let ports = (client: order.hosts.ports.client.raw, origin: order.hosts.ports.origin.raw)
        let headerBytes = order.hosts.ports.client.headerBytes
        let frame = order.hosts.largestPacket + headerBytes
        // What goes by the clock (schedules, traces, outages) counts from now.
        let model = DirectionModel(order.link, direction, seed: order.seed, epoch: start)
        self.init(
            direction,
            from: direction == .up ? ports.client : ports.origin,
            to: direction == .up ? ports.origin : ports.client,
            headerBytes: headerBytes,
            model: model,
            pool: PacketPool(slots: Self.mostMemory / frame, largestFrame: frame)
        )
    }
}
