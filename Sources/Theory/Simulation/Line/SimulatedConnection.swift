import Wire

/// A connection between the two hosts and what is spoken on it.
final class SimulatedConnection {
    /// Part of the origin's stream that is one response.
    struct Answer {
        var fetch: Int
        var range: Range<Int>
    }

    /// Part of the client's stream that ends one request.
    struct Question {
        var fetch: Int
        var end: Int
    }

    let flow: UInt32
    let host: Int
    let client: TCPEndpoint
    let origin: TCPEndpoint
    /// What the next event of each end is queued for.
    var clientWake: Instant?
    var originWake: Instant?

    /// Exchanges that wait for the connection, in order.
    var waiting: [Int] = []
    /// Those asked for whose response is not all there.
    var underWay = 0
    var carried = 0
    private(set) var isReady = false
    private(set) var readyAt = Instant.zero
    private(set) var connectedAt: Instant?

    private var questions: [Question] = []
    private var answers: [Answer] = []
    private let security: SimulatedSecurity?
    private let multiplexing: SimulatedMultiplexing?
    /// The flight that is under way, from 0.
    private var flight = 0
    private var flightEnd = 0
    private var clientFlights = 0
    private var originFlights = 0

    init(_ plan: SimulationPlan, _ settings: TCPSettings, flow: UInt32, host: Int) {
        self.flow = flow
        self.host = host
        security = plan.security
        multiplexing = plan.multiplexing
        client = TCPEndpoint(settings, isClient: true)
        origin = TCPEndpoint(settings, isClient: false)
    }

    var isIdle: Bool { underWay == 0 && waiting.isEmpty }
    var sharesConnection: Bool { multiplexing != nil }

    // MARK: Setting up

    /// Goes on with the handshakes as far as what has come allows; true where anything happened.
    func proceed(at now: Instant) -> Bool {
        guard !isReady else { return false }
        guard client.stage == .open else { return false }
        if connectedAt == nil {
            connectedAt = now
            guard let first = security?.flights.first else {
                becomeReady(at: now)
                return true
            }
            client.write(first, at: now)
            clientFlights = first
            return true
        }
        guard let security else { return false }
        return proceed(security, at: now)
    }

    private func proceed(_ security: SimulatedSecurity, at now: Instant) -> Bool {
        let isClients = flight % 2 == 0
        let (taker, come) = isClients ? (origin, clientFlights) : (client, originFlights)
        guard taker.received >= come else { return false }
        flight += 1
        guard flight < security.flights.count else {
            // The last one was the origin's, or the origin has the client's: tickets follow.
            if !isClients { becomeReady(at: now) }
            if isClients, security.tickets > 0 {
                originFlights += security.tickets
                origin.write(security.tickets, at: now)
            }
            return true
        }
        let bytes = security.flights[flight]
        if isClients {
            originFlights += bytes
            origin.write(bytes, at: now)
        } else {
            clientFlights += bytes
            client.write(bytes, at: now)
            // Behind its last flight a client may ask at once.
            if flight == security.flights.count - 1 { becomeReady(at: now) }
        }
        return true
    }

    private func becomeReady(at now: Instant) {
        guard !isReady else { return }
        isReady = true
        readyAt = now
        guard let multiplexing else { return }
        clientFlights += multiplexing.clientPreface
        client.write(multiplexing.clientPreface, at: now)
    }

    /// The handshake goes on behind the first request where its last flight is the client's.
    var isSettled: Bool {
        guard let security else { return true }
        return flight >= security.flights.count
    }

    func settle(at now: Instant) {
        guard isReady, let security, !isSettled else { return }
        _ = proceed(security, at: now)
    }

    // MARK: Exchanges

    func ask(_ fetch: Int, bytes: Int, at now: Instant) {
        let bytes = security?.bytes(bytes) ?? bytes
        client.write(bytes, at: now)
        questions.append(Question(fetch: fetch, end: client.written))
        underWay += 1
        carried += 1
    }

    /// The next exchange whose request is all at the origin.
    func takeQuestion() -> Int? {
        guard let first = questions.first, origin.received >= first.end else { return nil }
        questions.removeFirst()
        return first.fetch
    }

    /// Hands the origin's TCP a response; which bytes of its stream that is.
    func answer(_ fetch: Int, header: Int, body: Int, at now: Instant) -> Range<Int> {
        let plain = multiplexing?.bytes(header: header, body: body) ?? header + body
        let bytes = max(1, security?.bytes(plain) ?? plain)
        let range = origin.written..<origin.written + bytes
        answers.append(Answer(fetch: fetch, range: range))
        origin.write(bytes, at: now)
        return range
    }

    /// The response that is coming in now; nil where none is.
    var current: Answer? { answers.first }

    /// The response that is all there.
    func takeAnswer() -> Int? {
        guard let first = answers.first, client.received >= first.range.upperBound else { return nil }
        answers.removeFirst()
        underWay -= 1
        return first.fetch
    }
}
