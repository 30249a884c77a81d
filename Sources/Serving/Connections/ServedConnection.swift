import HTTP
import LinuxIO
import TLS
import Wire

/// One connection: reads requests, asks for responses, writes them in order. It belongs to the loop's thread.
final class ServedConnection {
    enum Stage {
        /// Between requests or inside one.
        case reading
        /// A response waits for its instant or is being written.
        case answering(OutgoingResponse)
        /// The last response is written. What the client still sends is dropped until it stops, because closing
        /// over unread bytes would reset the connection under the response.
        case draining
        case closed
    }

    private static let readSize = 16_384
    /// Pipelined bytes that are taken in while a response is under way.
    private static let bufferLimit = 65_536
    /// What one turn reads and writes before the other connections have theirs.
    private static let callsPerTurn = 4
    private static let drainTime: Nanoseconds = 2_000_000_000

    let token: UInt64
    let transport: Transport
    private let accepted: Instant
    private let clock: RunClock
    private let limits: ServingLimits
    private let responder: any RequestResponder
    private(set) var stage = Stage.reading
    /// When the connection has stood still for too long.
    private var deadline: Instant
    /// Whether requests may come already.
    private var isOpen: Bool
    /// The turn ended with work left that no readiness of the socket would announce.
    private var isUnfinished = false
    /// What the loop has it watched for, and the earliest timer it has for it.
    var watched: PollInterest = .read
    var timer: Instant?
    private var parser: HTTP1RequestParser
    private var arrivals = ArrivalTimes()
    private var order = 0
    private var inputEnded = false
    private var request: (head: HTTPRequestHead, firstByte: Instant, range: Range<Int>)?

    init(
        _ transport: consuming Transport,
        token: UInt64,
        _ responder: any RequestResponder,
        _ limits: ServingLimits,
        _ clock: RunClock
    ) {
        isOpen = transport.isOpen
        self.transport = transport
        self.token = token
        self.responder = responder
        self.limits = limits
        self.clock = clock
        accepted = clock.now()
        deadline = accepted + (isOpen ? limits.idle : limits.handshake)
        parser = HTTP1RequestParser(.strict, limits: limits.heads)
    }

    var isClosed: Bool { if case .closed = stage { true } else { false } }

    /// What has to happen on the socket for the connection to go on.
    var interest: PollInterest {
        var interest: PollInterest = []
        if takesInput { interest.insert(.read) }
        if isUnfinished || transport.hasPending || (isAnswering && !isWaitingForItsInstant) {
            interest.insert(.write)
        }
        return interest
    }

    /// When the connection wants attention although nothing happens on it.
    var nextInstant: Instant {
        if case .answering(let response) = stage, clock.now() < response.due {
            response.due
        } else {
            deadline
        }
    }

    /// Goes on as far as it can: called when the socket is ready or the deadline has come.
    func proceed(isReadable: Bool) {
        do throws(TransportError) {
            if isReadable { try receive() }
            var turns = 0
            while turns < Self.callsPerTurn, try step() { turns += 1 }
            isUnfinished = turns == Self.callsPerTurn
            try transport.flush()
            if clock.now() >= deadline { close() }
        } catch {
            switch error {
            // The client went away: nothing is left to tell it.
            case .socket: close()
            case .session(let error): fail(error)
            }
        }
    }

    /// The client has gone.
    func hangUp() {
        // One that refuses the handshake has said why before it went.
        if !isOpen { proceed(isReadable: true) }
        close()
    }

    /// Ends it at once; a response under way is reported with what was sent of it.
    func close() {
        if case .answering(let response) = stage {
            responder.ended(response.abandoned)
        } else {
            transport.sayFarewell()
        }
        stage = .closed
    }

    /// The client is given time to read the alert that it was sent.
    private func fail(_ error: TLSError) {
        responder.failed(transport.peer, error)
        if case .draining = stage { return close() }
        if case .answering(let response) = stage { responder.ended(response.abandoned) }
        drain()
    }

    private func drain() {
        stage = .draining
        deadline = clock.now() + Self.drainTime
        if inputEnded { close() }
    }

    private var takesInput: Bool {
        // Who takes no answer may ask nothing more.
        if inputEnded || transport.hasPending { return false }
        if case .draining = stage { return true }
        return parser.unconsumed.count < Self.bufferLimit
    }

    private var isAnswering: Bool { if case .answering = stage { true } else { false } }

    private var isWaitingForItsInstant: Bool {
        if case .answering(let response) = stage { clock.now() < response.due } else { false }
    }

    private func receive() throws(TransportError) {
        for _ in 0..<Self.callsPerTurn where takesInput {
            let bytes = try transport.receive(atMost: Self.readSize)
            let now = clock.now()
            if !isOpen, transport.isOpen {
                isOpen = true
                deadline = now + limits.idle
            }
            guard let bytes else { return }
            if case .draining = stage {
                inputEnded = bytes.isEmpty
                continue
            }
            guard !bytes.isEmpty else {
                inputEnded = true
                return
            }
            if case .reading = stage, parser.isIdle { deadline = now + limits.idle }
            arrivals.note(bytes.count, at: now)
            parser.receive(bytes)
        }
    }

    /// One step of the conversation; false where it has to wait for the socket or the clock.
    private func step() throws(TransportError) -> Bool {
        switch stage {
        case .reading: return readRequest()
        case .answering(let response): return try write(response)
        case .draining:
            if inputEnded { close() }
            return false
        case .closed: return false
        }
    }

    private func readRequest() -> Bool {
        do throws(HTTP1Error) {
            while let event = try parser.next() {
                switch event {
                case .head(let head, let range):
                    let firstByte = arrivals.instant(of: range.lowerBound) ?? accepted
                    request = (head, firstByte, range)
                    // Its client waits for a word before it sends the body: the response is that word.
                    if head.fields.tokens("Expect").contains("100-continue") {
                        return answer(upTo: range.upperBound, isFinal: true)
                    }
                case .body(_, let range):
                    deadline = clock.now() + limits.idle
                    arrivals.forget(before: range.upperBound)
                case .end(let end):
                    return answer(upTo: max(end.body.upperBound, request?.range.upperBound ?? 0))
                }
            }
        } catch {
            refuse(error)
            return true
        }
        if inputEnded { close() }
        return false
    }

    private func answer(upTo end: Int, isFinal: Bool = false) -> Bool {
        guard let (head, firstByte, _) = request else { return false }
        request = nil
        let exchange = exchange(
            head,
            firstByte: firstByte,
            lastByte: arrivals.instant(of: end - 1) ?? firstByte
        )
        arrivals.forget(before: end)
        let isFinal = isFinal || !head.wantsPersistence
        begin(OutgoingResponse(responder.respond(to: head), to: exchange, isFinal: isFinal))
        return true
    }

    private func refuse(_ error: HTTP1Error) {
        let now = arrivals.instant(of: .max) ?? accepted
        let firstByte = request?.firstByte ?? arrivals.instant(of: error.offset) ?? now
        let exchange = exchange(request?.head, firstByte: firstByte, lastByte: now)
        begin(OutgoingResponse(responder.refuse(error), to: exchange, isFinal: true))
    }

    private func exchange(
        _ request: HTTPRequestHead?,
        firstByte: Instant,
        lastByte: Instant
    ) -> ServedExchange {
        defer { order += 1 }
        return ServedExchange(
            client: transport.peer,
            order: order,
            request: request,
            status: 0,
            accepted: accepted,
            requestFirstByte: firstByte,
            requestLastByte: lastByte
        )
    }

    private func begin(_ response: OutgoingResponse) {
        stage = .answering(response)
        deadline = max(response.due, clock.now()) + limits.idle
    }

    private func write(_ response: OutgoingResponse) throws(TransportError) -> Bool {
        guard clock.now() >= response.due else { return false }
        var response = response
        let takesMore: Bool
        do throws(TransportError) {
            let before = response.bytesLeft
            takesMore = try response.send(on: transport, clock)
            if response.bytesLeft < before { deadline = clock.now() + limits.idle }
        } catch {
            stage = .answering(response)
            throw error
        }
        guard response.isSent else {
            stage = .answering(response)
            return takesMore
        }
        deadline = clock.now() + limits.idle
        stage = .reading
        responder.ended(response.exchange)
        if response.isFinal {
            try transport.finishSending()
            drain()
        }
        return true
    }
}
