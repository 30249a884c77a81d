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
    private let phones: [TunnelPublicKey: PhoneName]
    private var buffer = [UInt8](repeating: 0, count: longest)
    /// Where each phone that is there was last.
    private var endpoints: [TunnelPublicKey: TunnelEndpoint] = [:]
    private var refused: Set<TunnelRefusal> = []

    static func run(_ state: GatewayState, _ key: TunnelKey, _ phones: [Phone]) {
        guard let parts = state.takeParts() else { return }
        // Packets of the line are late by what this thread is.
        ThreadTiming.dropSlack()
        do throws(GatewayFailure) {
            var loop = try GatewayLoop(state, parts, key, phones)
            do throws(SystemCallError) { try loop.run() } catch { throw .system(error) }
        } catch {
            state.failure.withLock { $0 = error }
            state.bell.ring()
        }
    }

    private init(
        _ state: GatewayState,
        _ parts: consuming GatewayState.Parts,
        _ key: TunnelKey,
        _ phones: [Phone]
    ) throws(GatewayFailure) {
        tunnel = try Self.tunnel(key, phones, at: state.clock.now())
        self.state = state
        self.parts = parts
        self.phones = Dictionary(phones.map { ($0.key.publicKey, $0.name) }) { first, _ in first }
    }

    private static func tunnel(
        _ key: TunnelKey,
        _ phones: [Phone],
        at now: Instant
    ) throws(GatewayFailure) -> Tunnel {
        let tunnel: Tunnel
        do throws(TunnelError) {
            tunnel = try Tunnel(key: key, epoch: RunClock.wall() - now.nanoseconds)
        } catch {
            throw .tunnel(error)
        }
        for phone in phones {
            do throws(TunnelError) {
                try tunnel.add(phone.peer, at: now)
            } catch {
                throw .phone(phone.name, error)
            }
        }
        return tunnel
    }

    private mutating func run() throws(SystemCallError) {
        var polled: [PollEvent] = []
        while !state.isStopping.load(ordering: .acquiring) {
            let now = state.clock.now()
            try parts.poller.wait(timeout: tunnel.deadline.map { max(0, $0 - now) }, into: &polled)
            for event in polled {
                switch event.token {
                case Self.wakeUpToken: state.wakeUp.drain()
                case Self.portToken: try takePackets()
                case Self.ip4Token: try takeDatagrams(false)
                default: try takeDatagrams(true)
                }
            }
            let later = state.clock.now()
            if let deadline = tunnel.deadline, deadline <= later {
                var events: [TunnelEvent] = []
                tunnel.wake(at: later, into: &events)
                settle(&events)
            }
        }
    }

    /// What is for phones.
    private mutating func takePackets() throws(SystemCallError) {
        var events: [TunnelEvent] = []
        for _ in 0..<Self.mostAtOnce {
            guard let count = try parts.port.receive(into: &buffer) else { break }
            tunnel.send(
                buffer.span.bytes.extracting(0..<count),
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
        for event in events {
            switch event {
            case .packet(let packet, let key):
                parts.port.send(packet)
                note(key)
            case .datagram(let datagram, let endpoint):
                if batch?.add(datagram, to: endpoint) == true { continue }
                if let batch { parts.sockets.send(batch) }
                batch = DatagramBatch(datagram, to: endpoint)
            case .handshake(let key): note(key)
            case .refused(let reason, _):
                if refused.insert(reason).inserted { state.tell(.refused(reason)) }
            case .unanswered(let key):
                guard endpoints.removeValue(forKey: key) != nil, let name = phones[key] else { continue }
                state.tell(.silent(name))
            }
        }
        if let batch { parts.sockets.send(batch) }
        events.removeAll(keepingCapacity: true)
    }

    /// Tells where a phone is, if that is news.
    private mutating func note(_ key: TunnelPublicKey) {
        guard let endpoint = tunnel.status(of: key)?.endpoint, endpoint != endpoints[key],
            let name = phones[key]
        else { return }
        let isKnown = endpoints.updateValue(endpoint, forKey: key) != nil
        state.tell(isKnown ? .moved(name, endpoint) : .connected(name, endpoint))
    }
}
