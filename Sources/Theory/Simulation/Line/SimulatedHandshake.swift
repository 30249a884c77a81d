import Wire

/// The TLS handshake of a connection: whose flight is next, and when it goes. Without TLS it is over at once.
struct SimulatedHandshake {
    private let security: SimulatedSecurity?
    /// Its sender's work for each flight, by index.
    private let work: [Nanoseconds]
    private var sent = 0
    private var ofClient = 0
    private var ofOrigin = 0
    /// When the sender of the next flight finishes its work.
    private(set) var workEnds: Instant?
    /// The client may send requests: right after its own last flight, or once the origin's has arrived.
    private(set) var isReady: Bool
    /// The last flight has arrived, and the session tickets after it have been sent.
    private(set) var isOver: Bool

    init(_ security: SimulatedSecurity?, work: [Nanoseconds]) {
        self.security = security
        self.work = work
        isReady = security?.flights.isEmpty ?? true
        isOver = isReady
    }

    /// The origin may send data: it has sent its own part of the handshake and has heard the client's.
    var isOriginReady: Bool { isOver || sent == security?.flights.count && sent % 2 == 0 }

    /// True if a later connection can resume the session: everything that the handshake sends has arrived.
    func leavesSession(at client: TCPEndpoint) -> Bool {
        security != nil && isOver && client.received >= ofOrigin
    }

    /// Sends the next flight if the one that it answers has arrived, at `came`; true if anything happened.
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
            if !isClients { send(security.tickets, by: origin, to: client, at: now) }
            return true
        }
        send(security.flights[sent], by: isClients ? client : origin, to: client, at: now)
        sent += 1
        if isClients, sent == security.flights.count { isReady = true }
        return true
    }

    private mutating func send(_ bytes: Int, by end: TCPEndpoint, to client: TCPEndpoint, at now: Instant) {
        if end.isClient {
            ofClient += bytes
        } else {
            ofOrigin += bytes
            client.expect([ofOrigin])
        }
        end.write(bytes, at: now)
    }

    private mutating func isWorkDone(since came: Instant, at now: Instant) -> Bool {
        guard work.indices.contains(sent), work[sent] > 0 else { return true }
        let end = workEnds ?? came + work[sent]
        workEnds = now < end ? end : nil
        return workEnds == nil
    }
}
