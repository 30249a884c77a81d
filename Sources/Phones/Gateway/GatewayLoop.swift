import LinuxIO
import Synchronization
import Wire
import WireGuard

/// The gateway's thread: opens what phones send, and seals what is for them.
struct GatewayLoop: ~Copyable {
    static let wakeUpToken: UInt64 = 0
    static let portToken: UInt64 = 1
    static let ip4Token: UInt64 = 2
    static let ip6Token: UInt64 = 3
    /// Datagrams or packets of one kind before the others have their turn.
    private static let mostAtOnce = 64
    private static let longest = 65_535

    private let state: GatewayState
    private let parts: GatewayState.Parts
    private let tunnel: Tunnel
    private var phones: [TunnelPublicKey: PhoneName] = [:]
    private var buffer = [UInt8](repeating: 0, count: longest)
    private var whereabouts = PhoneWhereabouts()
    private var refused: Set<TunnelRefusal> = []
    private var polled: [PollEvent] = []

    static func run(_ state: GatewayState, _ key: TunnelKey, _ phones: [Phone]) {
        guard let parts = state.takeParts() else { return }
        // Packets of the line are late by what this thread is.
        ThreadTiming.dropSlack()
        do throws(GatewayFailure) {
            var loop = try GatewayLoop(state, parts, key)
            try loop.serve(phones)
            try loop.run()
        } catch {
            state.failure.withLock { $0 = error }
            state.bell.ring()
        }
    }

    private init(
        _ state: GatewayState,
        _ parts: consuming GatewayState.Parts,
        _ key: TunnelKey
    ) throws(GatewayFailure) {
        tunnel = try Self.tunnel(key, at: state.clock.now())
        self.state = state
        self.parts = parts
    }

    private static func tunnel(_ key: TunnelKey, at now: Instant) throws(GatewayFailure) -> Tunnel {
        do throws(TunnelError) {
            return try Tunnel(key: key, epoch: RunClock.wall() - now.nanoseconds)
        } catch {
            throw .tunnel(error)
        }
    }

    /// Forgets all other phones.
    private mutating func serve(_ list: [Phone]) throws(GatewayFailure) {
        let keys = Set(list.map(\.key.publicKey))
        for key in phones.keys where !keys.contains(key) {
            tunnel.remove(key)
            phones[key] = nil
            _ = whereabouts.lose(key)
        }
        for phone in list where phones[phone.key.publicKey] == nil {
            do throws(TunnelError) {
                try tunnel.add(phone.peer, at: state.clock.now())
            } catch {
                throw .phone(phone.name, error)
            }
            phones[phone.key.publicKey] = phone.name
        }
    }

    private mutating func run() throws(GatewayFailure) {
        while !state.isStopping.load(ordering: .acquiring) {
            do throws(SystemCallError) { try wait() } catch { throw .system(error) }
            // Before what phones have sent since.
            if let list = state.takeWanted() { try serve(list) }
            do throws(SystemCallError) { try take() } catch { throw .system(error) }
            let later = state.clock.now()
            if let deadline = tunnel.deadline, deadline <= later {
                var events: [TunnelEvent] = []
                tunnel.wake(at: later, into: &events)
                settle(&events)
            }
        }
    }

    private mutating func wait() throws(SystemCallError) {
        let now = state.clock.now()
        try parts.poller.wait(timeout: tunnel.deadline.map { max(0, $0 - now) }, into: &polled)
    }

    /// Takes what has come.
    private mutating func take() throws(SystemCallError) {
        for event in polled {
            switch event.token {
            case Self.wakeUpToken: state.wakeUp.drain()
            case Self.portToken: try takePackets()
            case Self.ip4Token: try takeDatagrams(false)
            default: try takeDatagrams(true)
            }
        }
    }

    /// What is for phones.
    private mutating func takePackets() throws(SystemCallError) {
        var events: [TunnelEvent] = []
        for _ in 0..<Self.mostAtOnce {
            guard let count = try parts.port.receive(into: &buffer) else { break }
            tunnel.send(
                buffer.span.bytes.extracting(min(parts.port.headerBytes, count)..<count),
                at: state.clock.now(),
                into: &events
            )
        }
        settle(&events)
    }

    /// What phones, and perhaps others, send.
    private mutating func takeDatagrams(_ isIP6: Bool) throws(SystemCallError) {
        var events: [TunnelEvent] = []
        var taken = 0
        while taken < Self.mostAtOnce,
            let (count, each, peer) = try parts.sockets.receive(overIP6: isIP6, into: &buffer)
        {
            let endpoint = TunnelEndpoint(address: peer.host, port: peer.port)
            // Even an empty datagram is one.
            for start in stride(from: 0, to: max(count, 1), by: max(each, 1)) {
                tunnel.receive(
                    buffer.span.bytes.extracting(start..<min(start + each, count)),
                    from: endpoint,
                    at: state.clock.now(),
                    into: &events
                )
                taken += 1
            }
            settle(&events)
        }
    }

    /// Does what the tunnel wants done, and empties the list.
    private mutating func settle(_ events: inout [TunnelEvent]) {
        var batch: DatagramBatch?
        var run: SegmentRun?
        var noted: TunnelPublicKey?
        for event in events {
            switch event {
            case .packet(let packet, let key):
                if key != noted { note(key) }
                noted = key
                guard parts.port.headerBytes > 0 else {
                    parts.port.send(packet)
                    continue
                }
                if run?.add(packet) == true { continue }
                if let run { parts.port.send(run.frame) }
                run = SegmentRun(packet)
            case .datagram(let datagram, let endpoint):
                if batch?.add(datagram, to: endpoint) == true { continue }
                if let batch { parts.sockets.send(batch) }
                batch = DatagramBatch(datagram, to: endpoint)
            case .handshake(let key): note(key)
            case .refused(let reason, _):
                if refused.insert(reason).inserted { state.tell(.refused(reason)) }
            case .unanswered(let key):
                guard whereabouts.lose(key), let name = phones[key] else { continue }
                state.tell(.silent(name))
            }
        }
        if let batch { parts.sockets.send(batch) }
        if let run { parts.port.send(run.frame) }
        events.removeAll(keepingCapacity: true)
    }

    /// Tells where a phone is, if that is news.
    private mutating func note(_ key: TunnelPublicKey) {
        guard let endpoint = tunnel.status(of: key)?.endpoint, let name = phones[key] else { return }
        if let item = whereabouts.note(name, key, at: endpoint, state.clock.now()) { state.tell(item) }
    }
}
