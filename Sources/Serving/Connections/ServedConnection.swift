import HTTP
import HTTP2
import LinuxIO
import TLS
import Wire

/// One connection: its socket, its conversation, and how it ends. It belongs to the loop's thread.
final class ServedConnection: LoopSocket {
    private enum Stage {
        /// A TLS handshake is under way.
        case opening
        case talking(any Conversation)
        /// Everything is sent. Input is read and dropped until the client stops, because closing with unread
        /// bytes would reset the connection and could lose the last response.
        case draining
        /// A reset waits until the client's system has acknowledged what was sent.
        case resetting
        case closed
    }

    /// Reads or writes of one turn, before the other connections have theirs.
    private static let callsPerTurn = 4
    private static let drainTime: Nanoseconds = 2_000_000_000
    /// How often to check whether the reset may be sent. The kernel sends no event for it.
    private static let resetPolling: Nanoseconds = 2_000_000

    private var transport: Transport
    private let buffer: ReceiveBuffer
    private let setting: ConversationSetting
    private var stage = Stage.opening
    /// The latest instant of any activity.
    private var latest: Instant
    /// When a stage other than `talking` ends.
    private var deadline: Instant
    /// When bytes last crossed, either way.
    private var crossed: Instant
    private var inputEnded = false
    /// The turn ended with work left that no socket event would announce.
    private var isUnfinished = false

    init(
        _ transport: consuming Transport,
        token: UInt64,
        by buffer: ReceiveBuffer,
        _ writer: ResponseWriter,
        _ protocols: HTTPProtocols,
        redirectedPort: UInt16?,
        _ responder: any RequestResponder,
        _ limits: ServingLimits,
        _ clock: RunClock,
        _ calls: ConnectionCalls
    ) {
        let accepted = clock.now()
        setting = ConversationSetting(
            client: transport.peer,
            isEncrypted: transport.isEncrypted,
            accepted: accepted,
            protocols: protocols,
            redirectedPort: redirectedPort,
            responder: responder,
            limits: limits,
            clock: clock,
            calls: calls,
            token: token,
            writer: writer
        )
        latest = accepted
        crossed = accepted
        self.transport = transport
        self.buffer = buffer
        deadline = accepted + limits.handshake
        if self.transport.isOpen { begin(at: accepted) }
    }

    private var conversation: (any Conversation)? {
        if case .talking(let conversation) = stage { conversation } else { nil }
    }

    var raw: Int32 { transport.raw }

    var token: UInt64 { setting.token }

    var client: IPAddress { setting.client.host }

    /// Since when nothing has crossed; nil while a response is due, unless the client has ended its side: it may have left.
    var idleSince: Instant? { conversation?.isAnswering == true && !inputEnded ? nil : crossed }

    var isClosed: Bool { if case .closed = stage { true } else { false } }

    /// What it waits for after its latest turn.
    var outlook: ConnectionOutlook {
        var interest = PollInterest.nothing
        var wantsToSend = isUnfinished || transport.hasPending
        var (acceptsInput, next) = (true, deadline)
        switch stage {
        case .talking(let conversation):
            acceptsInput = conversation.acceptsInput
            wantsToSend = wantsToSend || conversation.wantsToSend(at: latest)
            next = conversation.nextInstant(at: latest)
        case .resetting: next = min(deadline, latest + Self.resetPolling)
        case .opening, .draining, .closed: break
        }
        if acceptsInput, mayReceive { interest.insert(.read) }
        if wantsToSend { interest.insert(.write) }
        return ConnectionOutlook(interest: interest, next: next)
    }

    /// Continues as far as it can. Called when the socket is ready or an instant has come.
    func proceed(isReadable: Bool) {
        let sentBytes = transport.sentBytes
        defer { if transport.sentBytes != sentBytes { crossed = latest } }
        do throws(TransportError) {
            let hasLooked = isReadable ? try receive() : false
            if !hasLooked { latest = setting.clock.now() }
            var turns = 0
            while turns < Self.callsPerTurn, try step() {
                turns += 1
                latest = setting.clock.now()
            }
            isUnfinished = turns == Self.callsPerTurn
            try transport.flush()
        } catch {
            switch error {
            // The client went away: there is nobody to tell.
            case .socket: close()
            case .session(let error): fail(error)
            }
        }
    }

    /// Called when the client has left.
    func hangUp() {
        switch stage {
        // A client that refuses the handshake sent its reason before it left.
        case .opening: proceed(isReadable: true)
        case .talking(let conversation): takeRest(conversation)
        case .draining, .resetting, .closed: break
        }
        close()
    }

    /// Hands on the bytes that came before the client left. A tunnel must lose none.
    private func takeRest(_ conversation: any Conversation) {
        do throws(TransportError) {
            while !inputEnded, let bytes = try transport.receive(by: buffer) {
                inputEnded = bytes.isEmpty
                conversation.receive(bytes, at: setting.clock.now())
            }
        } catch {
            // It left without an end of stream.
        }
    }

    /// Takes no further request. Closes when the requests under way are answered, or at once if there are
    /// none.
    func finish() {
        switch stage {
        case .opening: close()
        case .talking(let conversation):
            conversation.finish()
            proceed(isReadable: false)
        case .draining, .resetting, .closed: break
        }
    }

    /// Closes it at once; responses under way are reported with what was sent of them.
    func close() {
        switch stage {
        case .talking(let conversation):
            // A close alert in the middle of a response would mark it as complete.
            if conversation.isBetweenResponses { transport.sayFarewell() }
            conversation.abandon()
        case .opening, .draining: transport.sayFarewell()
        case .resetting, .closed: break
        }
        stage = .closed
    }

    /// Requests may arrive from here on.
    private func begin(at now: Instant) {
        do throws(HTTP2Error) {
            stage = .talking(try setting.opening(agreed: transport.applicationProtocol, at: now))
        } catch {
            // Out of memory: no reply is possible.
            stage = .closed
        }
    }

    /// Gives the client time to read its alert.
    private func fail(_ error: TLSError) {
        setting.responder.failed(setting.client, within: setting.tunnel, error)
        if case .draining = stage { return close() }
        if case .talking(let conversation) = stage { conversation.abandon() }
        drain()
    }

    private func drain() {
        stage = .draining
        deadline = setting.clock.now() + Self.drainTime
        if inputEnded { close() }
    }

    /// A client that does not take its answers may send no more requests, unless its protocol bounds those itself.
    private var mayReceive: Bool {
        !inputEnded && (!transport.hasPending || conversation?.boundsRequests == true)
    }

    /// Receives available bytes; false if it did not read, and so did not read the clock.
    private func receive() throws(TransportError) -> Bool {
        var hasLooked = false
        var conversation = conversation
        for _ in 0..<Self.callsPerTurn where mayReceive {
            if let conversation, !conversation.acceptsInput { break }
            let bytes = try transport.receive(by: buffer)
            latest = setting.clock.now()
            hasLooked = true
            if case .opening = stage, transport.isOpen {
                begin(at: latest)
                conversation = self.conversation
            }
            guard let bytes else { break }
            inputEnded = bytes.isEmpty
            crossed = latest
            conversation?.receive(bytes, at: latest)
            // A short read emptied the socket, and the poller reports more.
            if bytes.count < ReceiveBuffer.size, !setting.isEncrypted { break }
        }
        return hasLooked
    }

    /// One step; false if it has to wait for the socket or the clock.
    private func step() throws(TransportError) -> Bool {
        switch stage {
        case .talking(let conversation):
            // A local copy: exclusivity checks would cover the stored property for the whole step.
            var now = latest
            defer { latest = now }
            switch try conversation.step(on: transport, at: &now) {
            case .goOn: return true
            case .wait: return false
            case .become(let next):
                stage = .talking(next)
                return true
            case .encrypt(let context, let request, let early):
                try encrypt(by: context, behind: request, early)
                return true
            case .end(let ending):
                try end(ending)
                return true
            }
        case .resetting:
            if transport.unacknowledged == 0 || inputEnded || isOverdue { reset() }
        case .opening:
            if isOverdue, !inputEnded { expire(.handshake(setting.limits.handshake)) }
            if inputEnded || isOverdue { close() }
        case .draining:
            if inputEnded || isOverdue { close() }
        case .closed: break
        }
        return false
    }

    private func encrypt(
        by context: TLSServerContext,
        behind request: HTTPRequestHead?,
        _ early: [UInt8]
    ) throws(TransportError) {
        setting.beginEncryption(behind: request)
        stage = .opening
        deadline = setting.clock.now() + setting.limits.handshake
        try transport.encrypt(by: context, early)
    }

    private func expire(_ limit: ExpiredLimit) { setting.responder.expired(setting.client, limit) }

    private var isOverdue: Bool { setting.clock.now() >= deadline }

    private func end(_ ending: ConnectionEnding) throws(TransportError) {
        switch ending {
        case .inOrder:
            try transport.finishSending()
            drain()
        case .brokenOff:
            transport.breakOff()
            drain()
        case .reset:
            stage = .resetting
            deadline = setting.clock.now() + setting.limits.idle
        case .atOnce: close()
        case .discarded:
            expire(.standstill(setting.limits.idle))
            transport.resetWhenClosed()
            close()
        }
    }

    private func reset() {
        transport.resetWhenClosed()
        stage = .closed
    }
}
