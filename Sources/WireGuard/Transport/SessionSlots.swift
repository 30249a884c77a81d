/// A peer's sessions. Packets of the session before may still be under way. The responder's next one is not used for
/// sending until the initiator's first packet shows that it has the keys.
struct SessionSlots {
    private(set) var previous: TransportSession?
    private(set) var current: TransportSession?
    private(set) var next: TransportSession?

    var all: [TransportSession] { [previous, current, next].compactMap { $0 } }

    /// Takes a new session and returns those that fell out.
    mutating func add(_ session: TransportSession) -> [TransportSession] {
        let before = all
        if session.isInitiator {
            // The other end may have confirmed nothing yet, but packets with the keys of `next` may come.
            previous = next ?? current
            current = session
            next = nil
        } else {
            next = session
            previous = nil
        }
        return gone(of: before)
    }

    /// A packet of this session has come. If it is the next one it becomes the current one: returns those that fell
    /// out then, and nil if nothing changed.
    mutating func confirm(_ session: TransportSession) -> [TransportSession]? {
        guard let confirmed = next, confirmed === session else { return nil }
        let before = all
        previous = current
        current = confirmed
        next = nil
        return gone(of: before)
    }

    mutating func removeAll() -> [TransportSession] {
        let before = all
        self = SessionSlots()
        return before
    }

    private func gone(of before: [TransportSession]) -> [TransportSession] {
        let kept = all
        return before.filter { session in !kept.contains { $0 === session } }
    }
}
