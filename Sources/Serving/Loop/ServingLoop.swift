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

    private let shared: ServingState
    private let listeners: ListenerSet
    private let loop: EventLoop
    private let buffer = ReceiveBuffer()
    private let writer = ResponseWriter()
    private var isAccepting = true
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
        loop = EventLoop(parts.poller, shared.calls, shared.clock, isMeasured: isMeasured)
    }

    private func run() throws(SystemCallError) {
        try shared.responder.joined(loop)
        while !shared.isStopping.load(ordering: .acquiring), !isFinishing || loop.count > 0 {
            let closed = loop.closed
            try loop.turn { token throws(SystemCallError) in try attend(token) }
            if !isAccepting, loop.closed > closed { try setAccepting(true) }
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
        while isAccepting {
            guard loop.count < shared.limits.connections else { return try setAccepting(false) }
            do throws(SystemCallError) {
                guard var socket = try listeners[index].socket.accept() else { return }
                isStarved = false
                if let taps = shared.taps {
                    socket.tap = taps.accepted(from: socket.peer, at: try socket.local())
                }
                let transport = try Transport.over(socket, listeners[index].tls)
                try open(transport, listeners[index].protocols)
            } catch {
                // Out of descriptors or memory, or the network failed under a new connection: the clients in
                // the backlog are served a little later. Only a broken listener ends the server.
                guard ![EBADF, EINVAL, ENOTSOCK].contains(error.errno) else { throw error }
                try setAccepting(false)
                loop.setTimer(Self.pauseToken, to: shared.clock.now() + Self.acceptPause)
                if !isStarved { shared.responder.pausedAccepting(error) }
                isStarved = true
            }
        }
    }

    private func open(
        _ transport: consuming Transport,
        _ protocols: HTTPProtocols
    ) throws(SystemCallError) {
        let token = loop.takeToken()
        let connection = ServedConnection(
            transport,
            token: token,
            by: buffer,
            writer,
            protocols,
            shared.responder,
            shared.limits,
            shared.clock,
            shared.calls
        )
        // Its request has usually arrived already.
        try loop.add(connection, at: token, isReadable: true)
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
        for index in 0..<listeners.count {
            try loop.watch(
                listeners[index].socket.raw,
                isAccepting ? .read : [],
                token: Self.listenerToken(index)
            )
        }
    }
}
