import Wire

/// The handshake of TLS on a connection: whose flight is next, and when it goes. Where there is none it is over at once.
struct SimulatedHandshake {
    private let security: SimulatedSecurity?
    /// What its sender takes for each flight, by its place.
    private let work: [Nanoseconds]
    private var sent = 0
    private var ofClient = 0
    private var ofOrigin = 0
    /// Whoever is next works on its flight until then.
    private(set) var workEnds: Instant?
    /// The client may ask: right behind its own last flight, or when the origin's has come.
    private(set) var isReady: Bool
    /// The last flight has come, and what follows it unasked has been sent.
    private(set) var isOver: Bool

    init(_ security: SimulatedSecurity?, work: [Nanoseconds]) {
        self.security = security
        self.work = work
        isReady = security?.flights.isEmpty ?? true
        isOver = isReady
    }

    /// The client can take its session up again over a later connection: all that the handshake sends has come.
    func leavesSession(at client: TCPEndpoint) -> Bool {
        security != nil && isOver && client.received >= ofOrigin
    }

    /// Sends what is next, where what it answers has come, the last of it at `came`; true where anything happened.
    mutating func proceed(
        _ client: TCPEndpoint,
        _ origin: TCPEndpoint,
        since came: Instant,
        at now: Instant
    ) -> Bool {
        guard let security, !isOver else { return false }
        let isClients = sent % 2 == 0
        let hasCome = isClients ? client.reading.takenUpTo >= ofOrigin : origin.received >= ofClient
        guard hasCome, isWorkDone(since: came, at: now) else { return false }
        guard sent < security.flights.count else {
            isOver = true
            isReady = true
            if !isClients { send(security.tickets, by: origin, at: now) }
            return true
        }
        send(security.flights[sent], by: isClients ? client : origin, at: now)
        sent += 1
        if isClients, sent == security.flights.count { isReady = true }
        return true
    }

    private mutating func send(_ bytes: Int, by end: TCPEndpoint, at now: Instant) {
        if end.isClient { ofClient += bytes } else { ofOrigin += bytes }
        end.write(bytes, at: now)
    }

    private mutating func isWorkDone(since came: Instant, at now: Instant) -> Bool {
        guard work.indices.contains(sent), work[sent] > 0 else { return true }
        let end = workEnds ?? came + work[sent]
        workEnds = now < end ? end : nil
        return workEnds == nil
    }
}
