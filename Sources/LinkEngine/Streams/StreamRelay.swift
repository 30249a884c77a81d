import LinkModel
import LinuxIO
import RealTime
import Synchronization
import Wire

/// The relay's thread: moves bytes between sockets as `StreamTraffic` decides.
struct StreamRelay: ~Copyable {
    static let wakeUpToken: UInt64 = 0
    /// Chunks read before due deliveries are checked again.
    private static let mostReads = 64
    /// Minimum sleep if due work cannot be done yet, so that the thread never busy-loops.
    private static let leastSleep: Nanoseconds = 50_000

    let shared: RelayState
    let poller: Poller
    var listener: RelayListener
    var traffic: StreamTraffic
    var connections: [UInt32: RelayedConnection] = [:]
    /// Connections whose delivered bytes are not written yet.
    var delivered: [(flow: UInt32, direction: LinkDirection)] = []
    /// Connections whose poller interest may have changed.
    var touched: Set<UInt32> = []
    private var clientPorts: [UInt16] = []
    private let payload: Int
    private var precedence: ThreadPrecedence
    private var allowance: WakingAllowance

    static func run(_ shared: RelayState) {
        guard let parts = shared.takeParts() else { return }
        var relay = StreamRelay(shared, parts)
        var report = StreamReport()
        do throws(SystemCallError) {
            try relay.run()
        } catch {
            report.failure = error
        }
        report.log = relay.traffic.log
        report.omitted = relay.traffic.omitted
        report.recoveries = relay.traffic.recoveries
        report.clientPorts = relay.clientPorts
        shared.report.withLock { [report] in $0 = report }
        shared.hasEnded.store(true, ordering: .releasing)
    }

    private init(_ shared: RelayState, _ parts: consuming RelayState.Parts) {
        self.shared = shared
        poller = parts.poller
        listener = RelayListener(parts.listener)
        let order = shared.order
        // Schedules, traces and outages count from now.
        traffic = StreamTraffic(
            order.link,
            seed: order.seed,
            limits: order.limits,
            epoch: shared.clock.now()
        )
        payload = StreamItem.payload(mtu: order.link.mtu)
        precedence = ThreadPrecedence(from: shared.clock.now(), rank: .line)
        allowance = WakingAllowance(processorsSleep: precedence.mayOversleep)
    }

    private mutating func run() throws(SystemCallError) {
        var events: [PollEvent] = []
        while !shared.isStopping.load(ordering: .acquiring), !listener.isFinished || hasUndelivered {
            var isBusy = false
            while let action = traffic.next(upTo: shared.clock.now()) {
                try perform(action)
                isBusy = true
            }
            flush()
            for direction in LinkDirection.allCases where read(direction) { isBusy = true }
            try settle()
            let before = shared.clock.now()
            let length = isBusy ? 0 : precedence.sleep(of: timeout(from: before))
            try poller.wait(timeout: length, into: &events)
            let now = shared.clock.now()
            if length != 0 { slept(now - before, of: length, wasWoken: !events.isEmpty) }
            if precedence.review(at: now) { allowance.isCrowded = precedence.isCrowded }
            for event in events { try attend(event) }
            if let again = listener.resumption, again <= now { try listener.setAccepting(true, poller) }
        }
    }

    private mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool) {
        precedence.slept(length, wasWoken: wasWoken)
        if let wanted, !wasWoken { allowance.woke(late: length - wanted) }
    }

    /// How long to sleep, rounded up a little; 0 means not at all, nil means until a socket event.
    private func timeout(from now: Instant) -> Nanoseconds? {
        let next: Instant? = .earliest(traffic.nextDeadline(after: now), listener.resumption)
        return next.map { due in
            let left = due - now
            return left <= 0 ? Self.leastSleep : allowance.sleep(dueIn: left)
        }
    }

    // MARK: Reading

    /// Gives the senders of a direction their turns; false if none had one.
    private mutating func read(_ direction: LinkDirection) -> Bool {
        for count in 0..<Self.mostReads {
            let now = shared.clock.now()
            guard let flow = traffic.turn(direction, at: now) else { return count > 0 }
            touched.insert(flow)
            guard let source = connections[flow]?.source(direction) else {
                traffic.setEmpty(flow, direction)
                continue
            }
            do throws(SystemCallError) {
                guard let bytes = try source.socket.receive(atMost: payload) else {
                    traffic.setEmpty(flow, direction)
                    continue
                }
                if bytes.isEmpty {
                    traffic.finish(flow, direction, at: now)
                } else {
                    noteEntered(bytes.count, flow, direction, at: now)
                    traffic.take(bytes, of: flow, direction, at: now)
                }
            } catch {
                source.isBroken = true
                traffic.breakOff(flow, direction, at: now)
            }
        }
        return true
    }

    // MARK: Accepting

    private mutating func attend(_ event: PollEvent) throws(SystemCallError) {
        switch event.token {
        case Self.wakeUpToken:
            shared.wakeUp.drain()
            if let link = shared.takeLink() { traffic.change(to: link, at: shared.clock.now()) }
            if shared.isFinishing.load(ordering: .acquiring) { try finish() }
        case RelayListener.token: try accept()
        default: try hear(event)
        }
    }

    private mutating func accept() throws(SystemCallError) {
        while connections.count < shared.order.limits.connections {
            guard let socket = try listener.accept(poller, shared.clock) else { return }
            open(socket)
        }
        try listener.setAccepting(false, poller)
    }

    private mutating func open(_ socket: consuming StreamSocket) {
        let port = socket.peer.port
        var handed: RelayedConnection.End?
        if shared.order.upstream == nil {
            // Others that connect to the line's port get nothing.
            guard let server = shared.handed.take(for: socket.peer) else { return }
            handed = RelayedConnection.End(server)
        }
        let now = shared.clock.now()
        let connection = RelayedConnection(socket, handed: handed, accepted: now)
        let flow = traffic.open(at: now)
        if clientPorts.count < shared.order.limits.logCapacity { clientPorts.append(port) }
        connections[flow] = connection
        touched.insert(flow)
    }

    /// Serves connections already made, including those in the backlog; accepts no others.
    private mutating func finish() throws(SystemCallError) {
        guard !listener.isFinished else { return }
        try accept()
        try listener.finish(poller)
    }

    /// True while a server may still send, or its data has not reached its client.
    private var hasUndelivered: Bool {
        connections.contains { flow, connection in
            !traffic.isOver(flow, .down) || !connection.client.pending.isEmpty
        }
    }
}
