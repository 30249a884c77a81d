import Wire

/// A connection between the two hosts and what is spoken on it.
final class SimulatedConnection {
    /// Part of the origin's stream that is one response.
    struct Answer {
        var fetch: Int
        var range: Range<Int>
        var hasBegun = false
    }

    /// What has come to the client of its responses, by their fetches.
    enum News: Equatable {
        case began(Int)
        /// With its bytes of the origin's stream, those of other streams between them.
        case ended(Int, Range<Int>)
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
    /// nil with HTTP/1.
    private var streams: SimulatedStreams?
    /// The flight that is under way, from 0.
    private var flight = 0
    private var clientFlights = 0
    private var originFlights = 0

    init(
        _ plan: SimulationPlan,
        _ settings: TCPSettings,
        _ security: SimulatedSecurity?,
        flow: UInt32,
        host: Int
    ) {
        self.flow = flow
        self.host = host
        self.security = security
        multiplexing = plan.multiplexing
        streams = plan.multiplexing.map { SimulatedStreams($0, security) }
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

    /// The client can take its session up again over a later connection: all that the handshake sends has come.
    var leavesSession: Bool { security != nil && isSettled && client.received >= originFlights }

    func settle(at now: Instant) {
        guard isReady, let security, !isSettled else { return }
        _ = proceed(security, at: now)
    }

    // MARK: Exchanges

    func ask(_ fetch: Int, bytes: Int, at now: Instant) {
        let message = multiplexing?.request(bytes, isFirst: carried == 0) ?? bytes
        client.write(security?.bytes(message) ?? message, at: now)
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

    /// Hands the origin's TCP a response, with HTTP/2 as far as its turn has come.
    func answer(_ fetch: Int, header: Int, body: Int, at now: Instant) {
        guard streams == nil else {
            streams?.add(fetch, header: header, body: body)
            return
        }
        let bytes = max(1, security?.bytes(header + body) ?? header + body)
        answers.append(Answer(fetch: fetch, range: origin.written..<origin.written + bytes))
        origin.write(bytes, at: now)
    }

    /// Hands the origin's TCP what has to wait for its turn; true where that was anything.
    func supply(at now: Instant) -> Bool {
        streams?.supply(origin, at: now) ?? false
    }

    /// What has come of the responses since this was last asked.
    func takeNews(at now: Instant) -> [News] {
        let news = streams?.arrive(at: client, at: now) ?? plainNews()
        underWay -= news.count {
            if case .ended = $0 { true } else { false }
        }
        return news
    }

    private func plainNews() -> [News] {
        guard let first = answers.first, client.received > first.range.lowerBound else { return [] }
        var news: [News] = []
        while let first = answers.first, client.received > first.range.lowerBound {
            if !first.hasBegun {
                answers[0].hasBegun = true
                news.append(.began(first.fetch))
            }
            guard client.received >= first.range.upperBound else { break }
            answers.removeFirst()
            news.append(.ended(first.fetch, first.range))
        }
        return news
    }
}
