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
    /// What the next event of each end, and of whoever is at work on the handshake, is queued for.
    private var clientWake: Instant?
    private var originWake: Instant?
    private var workWake: Instant?

    /// Exchanges that wait for the connection, in order.
    private var waiting: [Int] = []
    /// Those asked for whose response is not all there.
    private var underWay = 0
    private(set) var asked = 0
    private(set) var readyAt: Instant?
    private(set) var connectedAt: Instant?
    private var handshake: SimulatedHandshake

    private var questions: [Question] = []
    private var answers: [Answer] = []
    let security: SimulatedSecurity?
    private let multiplexing: SimulatedMultiplexing?
    /// Where HTTP/2's preface ends in the client's stream, once it is sent.
    private var prefaceEnd: Int?
    /// nil with HTTP/1.
    private var streams: SimulatedStreams?
    /// The origin is at work on an answer until then.
    private var busyUntil = Instant.zero

    init(
        _ plan: SimulationPlan,
        _ settings: TCPSettings,
        _ security: SimulatedSecurity?,
        flow: UInt32,
        host: Int,
        work: [Nanoseconds]
    ) {
        self.flow = flow
        self.host = host
        handshake = SimulatedHandshake(security, work: work)
        self.security = security
        multiplexing = plan.multiplexing
        streams = plan.multiplexing.map { SimulatedStreams($0, security) }
        client = TCPEndpoint(settings, isClient: true, flow: flow)
        origin = TCPEndpoint(settings, isClient: false, flow: flow)
    }

    var isIdle: Bool { underWay == 0 && waiting.isEmpty }
    var sharesConnection: Bool { multiplexing != nil }

    // MARK: Setting up

    var isReady: Bool { readyAt != nil }

    var leavesSession: Bool { handshake.leavesSession(at: client) }

    /// Goes on with the handshakes as far as what has come (the last of it at `came`) allows; true where anything happened.
    func proceed(at now: Instant, since came: Instant) -> Bool {
        guard client.stage == .open, client.reading.isReading else { return false }
        connectedAt = connectedAt ?? now
        let hasMoved = handshake.proceed(client, origin, since: came, at: now)
        guard !isReady, handshake.isReady else { return hasMoved }
        readyAt = now
        if let multiplexing {
            client.write(security.bytes(multiplexing.clientPreface), at: now)
            prefaceEnd = client.offered
        }
        return true
    }

    // MARK: Waking

    /// The event that is queued for an end is there.
    func takeWake(isClient: Bool) -> TCPEndpoint {
        if isClient { clientWake = nil } else { originWake = nil }
        return isClient ? client : origin
    }

    /// When an end wants to be called, if no event is queued for it by then.
    func wakeToQueue(isClient: Bool) -> Instant? {
        let queued = isClient ? clientWake : originWake
        guard let due = (isClient ? client : origin).deadline, queued.map({ due < $0 }) ?? true else {
            return nil
        }
        if isClient { clientWake = due } else { originWake = due }
        return due
    }

    /// When the work on the handshake is done, if no event is queued for that.
    func workToQueue() -> Instant? {
        guard let due = handshake.workEnds, workWake != due else { return nil }
        workWake = due
        return due
    }

    // MARK: Exchanges

    var firstWaiting: Int? { waiting.first }

    func queue(_ fetch: Int) { waiting.append(fetch) }
    func isQueued(_ fetch: Int) -> Bool { waiting.contains(fetch) }

    /// The next exchange that the connection is there for; nil where there is none.
    func takeWaiting() -> Int? {
        guard isReady, client.reading.isReading, !waiting.isEmpty, underWay == 0 || sharesConnection else {
            return nil
        }
        underWay += 1
        return waiting.removeFirst()
    }

    func ask(_ fetch: Int, bytes: Int, at now: Instant) {
        let message = multiplexing?.request(bytes, isFirst: asked == 0) ?? bytes
        client.write(security.bytes(message), at: now)
        questions.append(Question(fetch: fetch, end: client.offered))
        asked += 1
    }

    /// The next exchange whose request is all at the origin.
    func takeQuestion() -> Int? {
        guard let first = questions.first, origin.received >= first.end else { return nil }
        questions.removeFirst()
        return first.fetch
    }

    /// When a request that came at `came` is answered: the origin is told to take a delay, and works besides.
    func answerTime(of wanted: SimulatedFetch, since came: Instant, at now: Instant) -> Instant {
        let work = wanted.programs.answering
        let time = max(now, came + wanted.serverDelay + work, busyUntil)
        if work > 0 { busyUntil = time }
        return time
    }

    /// Hands the origin's TCP a response, with HTTP/2 as far as its turn has come.
    func answer(_ fetch: Int, _ wanted: SimulatedFetch, at now: Instant) {
        guard streams == nil else {
            streams?.add(fetch, header: wanted.headerBytes, body: wanted.bodyBytes)
            return
        }
        let bytes = max(1, security.bytes(wanted.headerBytes + wanted.bodyBytes))
        client.expect(wanted.programs.looks, from: origin.offered)
        answers.append(Answer(fetch: fetch, range: origin.offered..<origin.offered + bytes))
        origin.write(bytes, at: now)
    }

    /// Hands the origin's TCP what has to wait for its turn; true where that was anything.
    func supply(at now: Instant) -> Bool {
        // The origin says who it is as soon as it knows whom it speaks with: when the connection is there, and TLS agreed on.
        let isMet = sharesConnection && origin.stage == .open && handshake.isOver
        return isMet && streams?.supply(origin, prefaceEnd: prefaceEnd, at: now) ?? false
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
        guard let first = answers.first, client.reading.takenUpTo > first.range.lowerBound else { return [] }
        var news: [News] = []
        while let first = answers.first, client.reading.takenUpTo > first.range.lowerBound {
            if !first.hasBegun {
                answers[0].hasBegun = true
                news.append(.began(first.fetch))
            }
            guard client.reading.takenUpTo >= first.range.upperBound else { break }
            answers.removeFirst()
            news.append(.ended(first.fetch, first.range))
        }
        return news
    }
}
