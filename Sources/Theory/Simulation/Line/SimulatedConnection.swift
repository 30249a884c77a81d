import Wire

/// A connection between the two hosts and its exchanges.
final class SimulatedConnection {
    /// The part of the origin's stream that is one response.
    struct Answer {
        var fetch: Int
        var range: Range<Int>
        var hasBegun = false
    }

    /// Progress of responses at the client, by fetch.
    enum News: Equatable {
        case began(Int)
        /// Range of the origin's stream, including other streams' bytes in between.
        case ended(Int, Range<Int>)
    }

    /// The end of one request in the client's stream.
    struct Question {
        var fetch: Int
        var end: Int
    }

    /// Bytes of a body that the origin leaves to the kernel to send, as a file.
    private static let shortestFile = 65_536

    let flow: UInt32
    let host: Int
    let client: TCPEndpoint
    let origin: TCPEndpoint
    /// Times of the queued wake-ups: of each end, and of the handshake's current work.
    private var clientSlots = TimerSlots()
    private var originSlots = TimerSlots()
    private var clientWake: Instant?
    private var originWake: Instant?
    private var workWake: Instant?

    /// Exchanges waiting for the connection, in order.
    private var waiting: [Int] = []
    /// Number of exchanges whose response is incomplete.
    private var underWay = 0
    private(set) var asked = 0
    private(set) var readyAt: Instant?
    private(set) var connectedAt: Instant?
    private var handshake: SimulatedHandshake
    /// The origin's work before it sends its settings, and when that ends.
    private let greeting: Nanoseconds
    private var greetingTime: Instant?

    /// Requests that the client is about to write.
    var pendingRequests = 0
    /// Bytes of requests that are held back for those that follow at the same moment.
    private var unsent = 0
    private var questions: [Question] = []
    private var answers: [Answer] = []
    let security: SimulatedSecurity?
    private let multiplexing: SimulatedMultiplexing?
    /// End of HTTP/2's preface in the client's stream, once sent.
    private var prefaceEnd: Int?
    /// End of the close alert in the client's stream, once sent.
    var farewellEnd: Int?
    /// nil with HTTP/1.
    private var streams: SimulatedStreams?
    /// Sizes of the parts of an encrypted response that are not encrypted yet.
    private var flights: [Int] = []
    /// The origin works on an answer until then.
    private var busyUntil = Instant.zero
    /// Number of requests that are answered as soon as the origin has read them, and have not been yet.
    private var immediateAnswers = 0

    init(
        _ plan: SimulationPlan,
        _ settings: TCPSettings,
        _ security: SimulatedSecurity?,
        flow: UInt32,
        host: Int,
        programs: ProgramTimes
    ) {
        self.flow = flow
        self.host = host
        handshake = SimulatedHandshake(security, work: programs.flights)
        greeting = security == nil && plan.multiplexing != nil ? programs.greeting : 0
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

    /// Advances the handshakes as far as the arrived bytes allow, the last of which came at `came`; true if
    /// anything happened.
    func proceed(at now: Instant, since came: Instant) -> Bool {
        if origin.stage == .open { greetingTime = greetingTime ?? came + greeting }
        guard client.stage == .open, client.reading.isReading else { return false }
        connectedAt = connectedAt ?? now
        let hasMoved = handshake.proceed(client, origin, since: came, at: now)
        guard !isReady, handshake.isReady else { return hasMoved }
        readyAt = now
        if let multiplexing {
            unsent += security.bytes(multiplexing.clientPreface)
            prefaceEnd = client.offered + unsent
            // Without TLS the preface is written with the first request, and leaves with it.
            if security != nil { sendRequests(at: now) }
        }
        return true
    }

    // MARK: Waking

    /// Notes where both ends' timers stand; `order` counts timers that are set.
    func noteTimers(at now: Instant, order: inout Int) {
        clientSlots.note(client, at: now, order: &order)
        originSlots.note(origin, at: now, order: &order)
    }

    /// The slot of an end's timer that is due.
    func slot(isClient: Bool, at now: Instant) -> TimerSlot? {
        (isClient ? clientSlots : originSlots).due(by: now)
    }

    /// Clears the queued wake-up of an end and returns that end.
    func takeWake(isClient: Bool) -> TCPEndpoint {
        if isClient { clientWake = nil } else { originWake = nil }
        return isClient ? client : origin
    }

    /// Deadline of an end, if no earlier event is queued for it.
    func wakeToQueue(isClient: Bool) -> Instant? {
        let queued = isClient ? clientWake : originWake
        guard let due = (isClient ? client : origin).deadline, queued.map({ due < $0 }) ?? true else {
            return nil
        }
        if isClient { clientWake = due } else { originWake = due }
        return due
    }

    /// End of the handshake's current work, or of the origin's before its settings, if no event is queued for it.
    func workToQueue() -> Instant? {
        let greetingDue = greeting > 0 && workWake == nil ? greetingTime : nil
        guard let due = handshake.workEnds ?? greetingDue, workWake != due else { return nil }
        workWake = due
        return due
    }

    // MARK: Exchanges

    var firstWaiting: Int? { waiting.first }

    func queue(_ fetch: Int) { waiting.append(fetch) }
    func isQueued(_ fetch: Int) -> Bool { waiting.contains(fetch) }

    /// The next exchange to request; nil if none may start.
    func takeWaiting() -> Int? {
        guard isReady, client.reading.isReading, !waiting.isEmpty, underWay == 0 || sharesConnection else {
            return nil
        }
        underWay += 1
        return waiting.removeFirst()
    }

    /// Requests of one moment on a shared connection leave together: see `sendRequests`. The first one does not wait.
    func ask(_ fetch: Int, _ wanted: SimulatedFetch, at now: Instant) {
        let bytes = wanted.requestBytes
        let message =
            multiplexing.map { wanted.packedRequest ?? $0.request(bytes, isFirst: asked == 0) } ?? bytes
        unsent += security.bytes(message)
        questions.append(Question(fetch: fetch, end: client.offered + unsent))
        asked += 1
        if asked == 1 || !sharesConnection { sendRequests(at: now) }
    }

    /// Hands the client's TCP the requests that were written since the last call.
    func sendRequests(at now: Instant) {
        guard unsent > 0 else { return }
        client.write(unsent, at: now)
        unsent = 0
    }

    /// The next exchange whose request has fully reached the origin.
    func takeQuestion() -> Int? {
        guard let first = questions.first, origin.reading.isReading, origin.received >= first.end else {
            return nil
        }
        questions.removeFirst()
        return first.fetch
    }

    /// When a request that arrived at `came` is answered: after its configured delay and the origin's own
    /// work.
    func answerTime(of wanted: SimulatedFetch, since came: Instant, at now: Instant) -> Instant {
        let work = wanted.programs.answering
        let time = max(now, came + wanted.serverDelay + work, busyUntil)
        if work > 0 { busyUntil = time }
        if wanted.serverDelay == 0 { immediateAnswers += 1 }
        return time
    }

    /// Hands a response to the origin's TCP; with HTTP/2, only as much as its turn allows.
    func answer(_ fetch: Int, _ wanted: SimulatedFetch, at now: Instant) {
        if wanted.serverDelay == 0 { immediateAnswers -= 1 }
        guard streams == nil else {
            streams?.add(fetch, wanted, at: now)
            return
        }
        let bytes = max(1, security.bytes(wanted.headerBytes + wanted.bodyBytes))
        client.expect(wanted.programs.looks, from: origin.offered)
        answers.append(Answer(fetch: fetch, range: origin.offered..<origin.offered + bytes))
        if security != nil {
            flights = SimulatedSecurity.flights(of: wanted.headerBytes + wanted.bodyBytes)
            writeFlight(at: now)
        } else {
            let isFile = wanted.bodyBytes >= Self.shortestFile
            origin.write(bytes, as: isFile ? .file(head: wanted.headerBytes) : .message, at: now)
        }
    }

    /// Hands the next part of an encrypted response to the origin's TCP.
    private func writeFlight(at now: Instant) {
        guard !flights.isEmpty else { return }
        let plain = flights.removeFirst()
        client.expect(security.records(of: plain, from: origin.offered))
        origin.hasMore = !flights.isEmpty
        origin.write(security.bytes(plain), as: flights.isEmpty ? .message : .followed, at: now)
    }

    /// Hands the origin's TCP the data that waited for its turn; true if there was any.
    func supply(at now: Instant) -> Bool {
        // It encrypts the next part when the kernel has taken the last one and has room.
        if !flights.isEmpty, origin.written == origin.offered, !origin.waitsForRoom {
            writeFlight(at: now)
            return true
        }
        // The origin sends its settings as soon as the connection is open and TLS is agreed on.
        let isMet =
            sharesConnection && origin.stage == .open && handshake.isOriginReady
            && greetingTime.map { $0 <= now } ?? false
        guard isMet else { return false }
        return streams?.supply(
            origin,
            for: client,
            prefaceEnd: prefaceEnd,
            isReading: immediateAnswers > 0,
            at: now
        ) ?? false
    }

    /// With HTTP/2, where an ended response's bytes lie in the stream.
    func takePlaces(of fetch: Int) -> [Range<Int>] { streams?.takePlaces(of: fetch) ?? [] }

    /// Progress of the responses since the last call.
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
