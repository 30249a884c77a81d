import Glibc
import LinkModel
import LinuxIO
import RealTime
import Synchronization
import Wire

/// The relay's thread: moves bytes between sockets as `StreamTraffic` decides.
struct StreamRelay: ~Copyable {
    static let wakeUpToken: UInt64 = 0
    static let listenerToken: UInt64 = 1
    /// Chunks read before due deliveries are checked again.
    private static let mostReads = 64
    /// Pause before accepting again when the process or the machine has no free descriptor.
    private static let acceptPause: Nanoseconds = 100_000_000
    /// Minimum sleep if due work cannot be done yet, so that the thread never busy-loops.
    private static let leastSleep: Nanoseconds = 50_000

    let shared: Shared
    let parts: Shared.Parts
    var traffic: StreamTraffic
    var connections: [UInt32: RelayedConnection] = [:]
    /// Connections whose delivered bytes are not written yet.
    var delivered: [(flow: UInt32, direction: LinkDirection)] = []
    /// Connections whose poller interest may have changed.
    var touched: Set<UInt32> = []
    private var clientPorts: [UInt16] = []
    private var isAccepting = true
    private var acceptAgain: Instant?
    private var isFinishing = false
    private let payload: Int
    private var precedence: ThreadPrecedence
    private var allowance: WakingAllowance

    static func run(_ shared: Shared) {
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

    private init(_ shared: Shared, _ parts: consuming Shared.Parts) {
        self.shared = shared
        self.parts = parts
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
        while !shared.isStopping.load(ordering: .acquiring), !isFinishing || hasUndelivered {
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
            try parts.poller.wait(timeout: length, into: &events)
            let now = shared.clock.now()
            if length != 0 { slept(now - before, of: length, wasWoken: !events.isEmpty) }
            if precedence.review(at: now) { allowance.isCrowded = precedence.isCrowded }
            for event in events { try attend(event) }
            if let again = acceptAgain, again <= now { try setAccepting(true) }
        }
    }

    private mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool) {
        precedence.slept(length, wasWoken: wasWoken)
        if let wanted, !wasWoken { allowance.woke(late: length - wanted) }
    }

    /// How long to sleep, rounded up a little; 0 means not at all, nil means until a socket event.
    private func timeout(from now: Instant) -> Nanoseconds? {
        var next = traffic.nextDeadline(after: now)
        if let acceptAgain { next = next.map { min($0, acceptAgain) } ?? acceptAgain }
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
        case Self.listenerToken: try accept()
        default: try hear(event)
        }
    }

    private mutating func accept() throws(SystemCallError) {
        while isAccepting {
            guard connections.count < shared.order.limits.connections else { return try setAccepting(false) }
            do throws(SystemCallError) {
                guard let socket = try parts.listener.accept() else { return }
                try open(socket)
            } catch {
                // Out of descriptors or memory, or the network failed under a connection not yet accepted:
                // clients in the backlog are served a little later. Only a broken listener ends the line.
                guard ![EBADF, EINVAL, ENOTSOCK].contains(error.errno) else { throw error }
                try setAccepting(false)
                acceptAgain = shared.clock.now() + Self.acceptPause
            }
        }
    }

    private mutating func open(_ socket: consuming StreamSocket) throws(SystemCallError) {
        let port = socket.peer.port
        let connection = RelayedConnection(socket)
        let flow = traffic.open(at: shared.clock.now())
        if clientPorts.count < shared.order.limits.logCapacity { clientPorts.append(port) }
        connections[flow] = connection
        touched.insert(flow)
    }

    /// Serves connections already made, including those in the backlog; accepts no others.
    private mutating func finish() throws(SystemCallError) {
        guard !isFinishing else { return }
        try accept()
        try parts.poller.remove(parts.listener.raw)
        parts.listener.stopListening()
        (isFinishing, isAccepting, acceptAgain) = (true, false, nil)
    }

    /// True while a server may still send, or its data has not reached its client.
    private var hasUndelivered: Bool {
        connections.contains { flow, connection in
            !traffic.isOver(flow, .down) || !connection.client.pending.isEmpty
        }
    }

    mutating func setAccepting(_ isAccepting: Bool) throws(SystemCallError) {
        if isFinishing { return }
        acceptAgain = nil
        guard isAccepting != self.isAccepting else { return }
        self.isAccepting = isAccepting
        try parts.poller.modify(parts.listener.raw, isAccepting ? .read : [], token: Self.listenerToken)
    }
}
