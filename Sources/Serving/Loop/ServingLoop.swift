import Glibc
import LinuxIO
import RealTime
import Synchronization
import Wire

/// The server's thread: accepts connections and runs the loop that serves them.
final class ServingLoop {
    static let wakeUpToken: UInt64 = 0
    private static let firstListenerToken: UInt64 = 1
    /// Token of the timer that ends a pause; the wake-up's token has no other timer.
    private static let pauseToken: UInt64 = EventLoop.firstToken - 1
    /// How long to pause accepting when the process or the machine is out of descriptors.
    private static let acceptPause: Nanoseconds = 100_000_000
    /// A connection that was used a moment ago is not idle, however many clients wait.
    private static let leastIdle: Nanoseconds = 1_000_000_000
    /// One connection in so many goes at a time.
    private static let idlePerClosing = 64

    private let shared: ServingState
    private let listeners: ListenerSet
    private let ports: [any ServedPort]
    private let loop: EventLoop
    private let buffer = ReceiveBuffer()
    private let writer = ResponseWriter()
    private var crowd: ClientConnectionCounts
    private var isAccepting = true
    /// A client has left since accepting was paused.
    private var hasRoomAgain = false
    private var isFinishing = false
    /// Accepting failed and has not succeeded since.
    private var isStarved = false

    static func listenerToken(_ index: Int) -> UInt64 {
        firstListenerToken + UInt64(index)
    }

    static func run(_ shared: ServingState, isMeasured: Bool) {
        guard let parts = shared.takeParts() else { return }
        // Delayed responses must be delayed exactly as configured.
        ThreadTiming.dropSlack()
        BrokenPipeSignal.block()
        let serving = ServingLoop(shared, parts, isMeasured: isMeasured)
        do throws(SystemCallError) {
            try serving.run()
        } catch {
            shared.failure.withLock { $0 = error }
        }
        serving.loop.close()
        shared.hasEnded.store(true, ordering: .releasing)
    }

    private init(_ shared: ServingState, _ parts: consuming ServingState.Parts, isMeasured: Bool) {
        self.shared = shared
        listeners = parts.listeners
        ports = parts.ports
        loop = EventLoop(parts.poller, shared.calls, shared.clock, isMeasured: isMeasured)
        crowd = ClientConnectionCounts(shared.limits)
        loop.onClose = { [unowned self] socket in
            guard let connection = socket as? ServedConnection else { return }
            crowd.leave(connection.client)
            hasRoomAgain = true
        }
    }

    private func run() throws(SystemCallError) {
        try shared.responder.joined(loop)
        let setting = ServedPortSetting(
            responder: shared.responder,
            limits: shared.limits,
            calls: shared.calls,
            writer: writer
        )
        for port in ports { try port.open(on: loop, setting) }
        while !shared.isStopping.load(ordering: .acquiring), !isFinishing || loop.count > 0 {
            try loop.turn { token throws(SystemCallError) in try attend(token) }
            if !isAccepting, hasRoomAgain { try setAccepting(true) }
        }
    }

    private func attend(_ token: UInt64) throws(SystemCallError) {
        switch token {
        case Self.wakeUpToken:
            shared.wakeUp.drain()
            if shared.isFinishing.load(ordering: .acquiring) { try finish() }
        case Self.pauseToken: try setAccepting(true)
        default: try accept(from: Int(token - Self.firstListenerToken))
        }
    }

    private func accept(from index: Int) throws(SystemCallError) {
        var mayMakeRoom = true
        while isAccepting {
            do throws(SystemCallError) {
                if crowd.count >= shared.limits.connections {
                    // Nobody makes room for nobody: the poller tells of the next client.
                    guard hasClient(at: index) else { return }
                    guard try makeRoom() else { return try pause() }
                }
                guard var socket = try listeners[index].socket.accept() else { return }
                isStarved = false
                guard crowd.admits(socket.peer.host) else { continue }
                if let taps = shared.taps {
                    socket.tap = taps.accepted(from: socket.peer, at: try socket.local())
                }
                let transport = try Transport.over(socket, listeners[index].tls)
                try open(transport, from: index)
            } catch {
                // Out of descriptors or memory, or the network failed under a new connection: the clients in
                // the backlog are served a little later. Only a broken listener ends the server.
                guard ![EBADF, EINVAL, ENOTSOCK].contains(error.errno) else { throw error }
                let isFull = [EMFILE, ENFILE].contains(error.errno)
                if isFull, mayMakeRoom, try makeRoom() {
                    mayMakeRoom = false
                    continue
                }
                if !isStarved { shared.responder.pausedAccepting(error) }
                isStarved = true
                try pause()
            }
        }
    }

    private func open(
        _ transport: consuming Transport,
        from listener: Int
    ) throws(SystemCallError) {
        let token = loop.takeToken()
        crowd.enter(transport.peer.host)
        let connection = ServedConnection(
            transport,
            token: token,
            by: buffer,
            writer,
            listeners[listener].protocols,
            redirectedPort: listeners[listener].redirectedPort,
            shared.responder,
            shared.limits,
            shared.clock,
            shared.calls
        )
        do throws(SystemCallError) {
            // Its request has usually arrived already.
            try loop.add(connection, at: token, isReadable: true)
        } catch {
            crowd.leave(connection.client)
            throw error
        }
    }

    private func pause() throws(SystemCallError) {
        try setAccepting(false)
        loop.setTimer(Self.pauseToken, to: shared.clock.now() + Self.acceptPause)
    }

    /// Whether a client waits to be accepted.
    private func hasClient(at index: Int) -> Bool {
        Readiness.wait(for: [listeners[index].socket.raw], milliseconds: 0) == [true]
    }

    /// Closes some of the connections that have been idle for longest: to look through all of them for each new client
    /// would take longer than to serve it. False if none is idle.
    @discardableResult
    private func makeRoom() throws(SystemCallError) -> Bool {
        let now = shared.clock.now()
        var idle = loop.sockets.compactMap { socket in
            (socket as? ServedConnection).map { ($0, $0.idleSince) }
        }
        .compactMap { connection, since in since.map { (connection, since: $0) } }
        .filter { $0.since + Self.leastIdle <= now }
        idle.sort { $0.since < $1.since }
        for (connection, _) in idle.prefix(1 + crowd.count / Self.idlePerClosing) {
            try loop.close(connection.token)
        }
        return !idle.isEmpty
    }

    /// Serves clients that are connected already, if only in the backlog, and nobody else.
    private func finish() throws(SystemCallError) {
        guard !isFinishing else { return }
        for index in 0..<listeners.count { try accept(from: index) }
        for index in 0..<listeners.count {
            try loop.unwatch(listeners[index].socket.raw)
            listeners[index].socket.stopListening()
        }
        (isFinishing, isAccepting) = (true, false)
        try loop.finish()
    }

    private func setAccepting(_ isAccepting: Bool) throws(SystemCallError) {
        guard !isFinishing else { return }
        self.isAccepting = isAccepting
        hasRoomAgain = false
        for index in 0..<listeners.count {
            try loop.watch(
                listeners[index].socket.raw,
                isAccepting ? .read : [],
                token: Self.listenerToken(index)
            )
        }
    }
}
