import Glibc
import LinuxIO
import RealTime
import Synchronization
import Wire

/// The server's thread: waits for sockets and instants, and gives each connection its turn.
struct ServingLoop: ~Copyable {
    static let wakeUpToken: UInt64 = 0
    private static let firstListenerToken: UInt64 = 1
    /// Token of the timer that ends a pause; timers have no other use for this value.
    private static let pauseToken = wakeUpToken
    /// How long to pause accepting when the process or the machine is out of descriptors.
    private static let acceptPause: Nanoseconds = 100_000_000

    private let shared: ServingState
    private let parts: ServingState.Parts
    private var connections = TokenTable<ServedConnection>()
    private var timers = TimerQueue()
    private let buffer = ReceiveBuffer()
    private let writer = ResponseWriter()
    private var isAccepting = true
    private var isFinishing = false
    /// Accepting failed and has not succeeded since.
    private var isStarved = false
    /// nil if nobody measures how soon this thread wakes.
    private var precedence: ThreadPrecedence?

    static func listenerToken(_ index: Int) -> UInt64 {
        firstListenerToken + UInt64(index)
    }

    static func run(_ shared: ServingState, isMeasured: Bool) {
        guard let parts = shared.takeParts() else { return }
        // Delayed responses must be delayed exactly as configured.
        ThreadTiming.dropSlack()
        BrokenPipeSignal.block()
        var loop = ServingLoop(shared, parts)
        if isMeasured { loop.precedence = .ofHost(from: shared.clock.now()) }
        do throws(SystemCallError) {
            try loop.run()
        } catch {
            shared.failure.withLock { $0 = error }
        }
        for connection in loop.connections.values { connection.close() }
        shared.hasEnded.store(true, ordering: .releasing)
    }

    private init(_ shared: ServingState, _ parts: consuming ServingState.Parts) {
        self.shared = shared
        self.parts = parts
    }

    private mutating func run() throws(SystemCallError) {
        var events: [PollEvent] = []
        while !shared.isStopping.load(ordering: .acquiring), !isFinishing || !connections.isEmpty {
            let before = shared.clock.now()
            // The kernel may stretch a wait by a thousandth, so a long wait is ended early and the rest is
            // waited for again.
            let timeout = timers.earliest.map { due in
                let left = max(0, due - before)
                return left - left / 500
            }
            try parts.poller.wait(timeout: timeout, into: &events)
            let now = shared.clock.now()
            precedence?.slept(now - before)
            precedence?.review(at: now)
            while let timer = timers.takeDue(now) { try attend(timer) }
            for event in events {
                switch event.token {
                case Self.wakeUpToken:
                    shared.wakeUp.drain()
                    if shared.isFinishing.load(ordering: .acquiring) { try finish() }
                    for token in shared.calls.take() { try attend(token) }
                case TokenTable<ServedConnection>.firstToken...: try serve(event)
                default: try accept(from: Int(event.token - Self.firstListenerToken))
                }
            }
        }
    }

    private mutating func attend(_ timer: TimerQueue.Entry) throws(SystemCallError) {
        if timer.token == Self.pauseToken { return try setAccepting(true) }
        connections[timer.token]?.timer = nil
        try attend(timer.token)
    }

    private mutating func attend(_ token: UInt64) throws(SystemCallError) {
        guard let connection = connections[token] else { return }
        connection.proceed(isReadable: false)
        try settle(connection)
    }

    private mutating func serve(_ event: PollEvent) throws(SystemCallError) {
        guard let connection = connections[event.token] else { return }
        if event.hasHungUp {
            connection.hangUp()
        } else {
            connection.proceed(isReadable: event.isReadable)
        }
        try settle(connection)
    }

    /// Updates the poller and the timers to what the connection waits for now.
    private mutating func settle(_ connection: ServedConnection) throws(SystemCallError) {
        guard !connection.isClosed else {
            try parts.poller.remove(connection.transport.raw)
            connections.remove(connection.token)
            timers.remove(connection.token)
            if !isAccepting { try setAccepting(true) }
            return
        }
        let outlook = connection.outlook
        if outlook.interest != connection.watched {
            try parts.poller.modify(connection.transport.raw, outlook.interest, token: connection.token)
            connection.watched = outlook.interest
        }
        // A timer that fires too early is set again then: most are postponed long before they are due.
        if connection.timer.map({ outlook.next < $0 }) ?? true {
            timers.set(connection.token, to: outlook.next)
            connection.timer = outlook.next
        }
    }

    private mutating func accept(from index: Int) throws(SystemCallError) {
        while isAccepting {
            guard connections.count < shared.limits.connections else { return try setAccepting(false) }
            do throws(SystemCallError) {
                guard let socket = try parts.listeners[index].socket.accept() else { return }
                isStarved = false
                let transport = try Transport.over(socket, parts.listeners[index].tls)
                try open(transport, parts.listeners[index].protocols)
            } catch {
                // Out of descriptors or memory, or the network failed under a new connection: the clients in
                // the backlog are served a little later. Only a broken listener ends the server.
                guard ![EBADF, EINVAL, ENOTSOCK].contains(error.errno) else { throw error }
                try setAccepting(false)
                timers.set(Self.pauseToken, to: shared.clock.now() + Self.acceptPause)
                if !isStarved { shared.responder.pausedAccepting(error) }
                isStarved = true
            }
        }
    }

    private mutating func open(
        _ transport: consuming Transport,
        _ protocols: HTTPProtocols
    ) throws(SystemCallError) {
        let connection = ServedConnection(
            transport,
            token: connections.takeToken(),
            by: buffer,
            writer,
            protocols,
            shared.responder,
            shared.limits,
            shared.clock,
            shared.calls
        )
        try parts.poller.add(connection.transport.raw, connection.watched, token: connection.token)
        connections.insert(connection, at: connection.token)
        // Its request has usually arrived already.
        connection.proceed(isReadable: true)
        try settle(connection)
    }

    /// Serves clients that are connected already, if only in the backlog, and nobody else.
    private mutating func finish() throws(SystemCallError) {
        guard !isFinishing else { return }
        for index in 0..<parts.listeners.count { try accept(from: index) }
        for index in 0..<parts.listeners.count {
            try parts.poller.remove(parts.listeners[index].socket.raw)
            parts.listeners[index].socket.stopListening()
        }
        (isFinishing, isAccepting) = (true, false)
        for connection in connections.values {
            connection.finish()
            try settle(connection)
        }
    }

    private mutating func setAccepting(_ isAccepting: Bool) throws(SystemCallError) {
        guard !isFinishing else { return }
        self.isAccepting = isAccepting
        for index in 0..<parts.listeners.count {
            try parts.poller.modify(
                parts.listeners[index].socket.raw,
                isAccepting ? .read : [],
                token: Self.listenerToken(index)
            )
        }
    }
}
