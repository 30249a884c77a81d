import Forwarding
import LinuxIO
import Serving
import TLS
import Wire

/// One connection to a server: its socket, its handshake, and what is spoken on it. It belongs to the loop's
/// thread.
final class UpstreamConnection: LoopSocket {
    private enum Stage {
        case connecting, shakingHands, open, closed
    }

    /// Reads of one turn, before other sockets have theirs.
    private static let readsPerTurn = 4

    private(set) var destination: Destination
    let route: UpstreamRoute
    /// The server's; with a parent, the parent's.
    let address: SocketAddress
    /// The proxy's own, as the server sees it; nil if the socket had lost it already.
    let localPort: UInt16?
    /// What it goes over; nil if over no line.
    let line: (any ServerLine)?
    let token: UInt64
    private var transport: UpstreamTransport
    private var opening: UpstreamOpening
    /// nil until the connection is made.
    private var conversation: (any UpstreamConversation)?
    private let pool: UpstreamPool
    private let place: UpstreamPlace
    private var stage = Stage.connecting
    private var hasFinishedSending = false
    private var isFinishing = false
    private var deadline: Instant
    private(set) var times: ConnectionTimes
    /// The server's; read once, since many requests show it.
    private(set) var certificate: CertificateFacts?
    /// Requests that it has served before the present one.
    private(set) var served = 0
    /// Since when nothing is under way; nil while something is.
    private(set) var idleSince: Instant?

    init(
        _ transport: consuming UpstreamTransport,
        at address: SocketAddress,
        from localPort: UInt16?,
        _ order: ConnectionOrder,
        _ opening: UpstreamOpening,
        token: UInt64
    ) {
        self.transport = transport
        self.address = address
        self.localPort = localPort
        self.opening = opening
        self.token = token
        destination = order.destination
        route = order.route
        line = order.line
        times = order.times
        pool = order.pool
        place = order.place
        deadline = order.times.connectBegan + order.pool.limits.connect
        opening.watch(pool.wakeUp(self))
    }

    var raw: Int32 { transport.socket.raw }
    var isClosed: Bool { if case .closed = stage { true } else { false } }
    var negotiation: TLSNegotiation? { transport.negotiation }
    var http1: HTTP1Upstream? { conversation as? HTTP1Upstream }
    /// It leads to what listens on this machine's loopback addresses.
    var isOfLoopback: Bool {
        let end = route.isDirect ? address.host : destination.spelledAddress
        return end.map { $0.isLoopback || $0.isAny } ?? false
    }
    var isPrepared: Bool { conversation is PreparedUpstream }
    var http2: HTTP2Upstream? { conversation as? HTTP2Upstream }

    var outlook: ConnectionOutlook {
        var interest = PollInterest.nothing
        switch stage {
        case .connecting: return ConnectionOutlook(interest: .write, next: deadline)
        case .shakingHands: interest.insert(.read)
        case .open: if conversation?.acceptsInput == true, !transport.isEnded { interest.insert(.read) }
        case .closed: break
        }
        if !transport.hasRoom { interest.insert(.write) }
        let next: Instant
        if case .shakingHands = stage {
            next = deadline
        } else {
            let idleEnd = idleSince.map { $0 + pool.limits.idle }
            next = idleEnd ?? conversation?.deadline ?? pool.clock.now() + pool.limits.idle
        }
        return ConnectionOutlook(interest: interest, next: next)
    }

    /// Whether its server has neither spoken nor left since the latest answer. If it has, the connection closes: what
    /// was said unasked would be taken for the next request's answer.
    func closeUnlessQuiet() -> Bool {
        do throws(UpstreamFailure) {
            if try transport.receive() == nil { return true }
        } catch {
            // It takes no request either.
        }
        close()
        pool.wakeUp(self)()
        return false
    }

    /// A request of that client begins on it, after another one.
    func reuse(for client: IPAddress?) {
        served += 1
        if idleSince != nil { place.client = client }
        idleSince = nil
    }

    /// Waits for a first request, after nothing was said on it.
    func prepare() {
        guard case .open = stage else { return }
        let conversation = PreparedUpstream()
        self.conversation = conversation
        settle(conversation)
        pool.wakeUp(self)()
    }

    /// Begins with the first request on a prepared connection, within TLS if there is a session for it. A parent
    /// that has just opened a tunnel may have sent `first` from beyond it.
    func begin(
        as destination: Destination,
        for client: IPAddress?,
        _ session: TLSSession?,
        _ opening: UpstreamOpening,
        after first: ArraySlice<UInt8>? = nil
    ) {
        self.destination = destination
        self.opening = opening
        conversation = nil
        place.client = client
        idleSince = nil
        let now = pool.clock.now()
        deadline = now + pool.limits.connect
        if let first {
            times.tunnelOpened = now
            transport.unread(first)
        }
        transport.begin(session)
        shakeHands(at: now)
        opening.watch(pool.wakeUp(self))
        pool.wakeUp(self)()
    }

    func proceed(isReadable: Bool) {
        do throws(UpstreamFailure) {
            try establish(at: pool.clock.now())
            guard case .open = stage, let conversation else { return }
            try talk(conversation, isReadable: isReadable)
        } catch {
            // A server may answer and leave without the rest of the request.
            if case .open = stage, case .socket = error { takeRest() }
            fail(error)
        }
    }

    func hangUp() {
        if case .connecting = stage, let error = transport.socket.takeError() { return fail(.socket(error)) }
        takeRest()
        fail(.closed)
    }

    /// What the server sent before it left is still to be read, even if the client does not take it yet: the kernel
    /// holds no more of it than the socket's buffer.
    private func takeRest() {
        do throws(UpstreamFailure) {
            try establish(at: pool.clock.now())
            while !isClosed, let conversation, let bytes = try transport.receive() {
                try conversation.receive(bytes, at: pool.clock.now())
            }
            if let conversation { settle(conversation) }
        } catch {
            fail(error)
        }
    }

    func finish() {
        isFinishing = true
        if idleSince != nil { close() }
    }

    func close() {
        fail(.unwanted)
    }

    // MARK: Stages

    private func establish(at now: Instant) throws(UpstreamFailure) {
        if conversation == nil, !opening.isWanted() { throw .unwanted }
        if case .connecting = stage {
            guard transport.socket.isConnected else {
                if let error = transport.socket.takeError() { throw .socket(error) }
                if now >= deadline { throw .slow(.connection) }
                return
            }
            // Over a line it is that of the connection behind.
            if times.connectEnded == nil { times.connectEnded = now }
            transport.socket.tap?.connected()
            shakeHands(at: now)
        }
        guard case .shakingHands = stage else { return }
        try transport.flush()
        let early = try transport.receive()
        guard transport.isOpen else {
            if early != nil { throw .closed }
            if now >= deadline { throw .slow(.handshake) }
            return
        }
        if transport.negotiation != nil {
            times.handshakeEnded = pool.clock.now()
            times.handshakeBytes = transport.ciphertext
            certificate = transport.certificate
        }
        stage = .open
        let conversation = try opening.opened(self)
        self.conversation = conversation
        // A server may speak first.
        if let early { try conversation.receive(early, at: pool.clock.now()) }
    }

    private func shakeHands(at now: Instant) {
        stage = .shakingHands
        if transport.isEncrypted { times.handshakeBegan = now }
    }

    private func talk(
        _ conversation: any UpstreamConversation,
        isReadable: Bool
    ) throws(UpstreamFailure) {
        try send(conversation)
        if isReadable || transport.isInputPending {
            for _ in 0..<Self.readsPerTurn where conversation.acceptsInput {
                guard let bytes = try transport.receive() else { break }
                try conversation.receive(bytes, at: pool.clock.now())
                if bytes.isEmpty { break }
            }
            try send(conversation)
        }
        // Also if the server takes nothing, so that the conversation is not asked for output.
        if conversation.isUnwanted { throw .unwanted }
        if let deadline = conversation.deadline, pool.clock.now() >= deadline {
            throw .slow(conversation.pendingWait)
        }
        settle(conversation)
    }

    private func send(_ conversation: any UpstreamConversation) throws(UpstreamFailure) {
        try transport.flush()
        while transport.hasRoom {
            let bytes = try conversation.takeOutput(at: pool.clock.now())
            if bytes.isEmpty { break }
            try transport.send(bytes)
        }
        if conversation.hasFinishedSending, !hasFinishedSending, transport.hasRoom {
            hasFinishedSending = true
            transport.finishSending()
        }
    }

    private func settle(_ conversation: any UpstreamConversation) {
        switch conversation.standing {
        case .busy: idleSince = nil
        case .over:
            stage = .closed
            place.free()
            pool.closed(self, ticket: transport.ticket)
        case .idle:
            let now = pool.clock.now()
            if transport.isEnded || isFinishing { return close() }
            if let since = idleSince {
                if now >= since + pool.limits.idle { close() }
            } else {
                idleSince = now
                place.client = nil
                pool.free(self, ticket: transport.ticket)
            }
        }
    }

    private func fail(_ failure: UpstreamFailure) {
        guard !isClosed else { return }
        stage = .closed
        // A tunnel's server must not take what came of it as complete.
        if let conversation, conversation.pendingWait == .tunnel, conversation.isUnwanted {
            transport.socket.resetWhenClosed()
        }
        place.free()
        pool.closed(self, ticket: nil)
        if let conversation { conversation.lost(failure) } else { opening.failed(failure) }
    }
}
