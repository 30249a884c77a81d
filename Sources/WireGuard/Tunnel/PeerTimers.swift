import Wire

/// When something is due for a peer though nothing comes.
struct PeerTimers {
    /// A handshake had no answer yet.
    private(set) var repeatHandshake: Instant?
    /// Since when a handshake is tried.
    private(set) var tryingSince: Instant?
    /// Something came, and nothing has been sent since.
    private(set) var keepalive: Instant?
    /// Something was sent, and nothing has come since.
    private(set) var doubt: Instant?
    private(set) var forgetKeys: Instant?
    private(set) var persistent: Instant?
    private let persistentInterval: Nanoseconds?

    init(persistentInterval: Nanoseconds?) {
        self.persistentInterval = persistentInterval
    }

    var deadline: Instant? {
        [repeatHandshake, keepalive, doubt, forgetKeys, persistent].reduce(nil, Instant?.earliest)
    }

    /// A handshake was sent, or must wait because one was sent at `last`.
    mutating func awaitAnswer(since last: Instant, jitter: @autoclosure () -> Nanoseconds, at now: Instant) {
        repeatHandshake = repeatHandshake ?? last + ProtocolTimes.rekeyTimeout + jitter()
        tryingSince = tryingSince ?? now
    }

    /// Something new is to be sent: the peer is worth another try.
    mutating func noteWish(at now: Instant) {
        if tryingSince != nil { tryingSince = now }
    }

    /// Before a handshake is repeated.
    mutating func takeRepetition() {
        repeatHandshake = nil
    }

    mutating func noteHandshakeDone() {
        repeatHandshake = nil
        tryingSince = nil
    }

    mutating func noteSession(at now: Instant) {
        forgetKeys = now + ProtocolTimes.forgetKeys
    }

    mutating func noteKeysForgotten() {
        forgetKeys = nil
    }

    /// A packet that is not empty was sent.
    mutating func notePacketSent(at now: Instant, jitter: @autoclosure () -> Nanoseconds) {
        doubt = doubt ?? now + ProtocolTimes.keepalive + ProtocolTimes.rekeyTimeout + jitter()
    }

    /// A packet that is not empty came.
    mutating func notePacketReceived(at now: Instant) {
        keepalive = keepalive ?? now + ProtocolTimes.keepalive
    }

    /// Any message was sent that the peer can verify.
    mutating func noteAuthenticSent(at now: Instant) {
        keepalive = nil
        traversed(at: now)
    }

    /// Any message came that was surely the peer's.
    mutating func noteAuthenticReceived(at now: Instant) {
        doubt = nil
        traversed(at: now)
    }

    /// Before an empty packet is sent because one is due.
    mutating func takeKeepalives() {
        keepalive = nil
        persistent = nil
    }

    mutating func takeDoubt() {
        doubt = nil
    }

    mutating func startPersistent(at now: Instant) {
        traversed(at: now)
    }

    private mutating func traversed(at now: Instant) {
        guard let persistentInterval else { return }
        persistent = now + persistentInterval
    }
}
