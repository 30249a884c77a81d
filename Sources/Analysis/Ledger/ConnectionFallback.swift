import LinkModel
import Wire

/// The time in which a client tries an address that does not answer, before the one that does (Happy Eyeballs).
struct ConnectionFallback {
    /// No client turns to another address sooner while the first may still answer (RFC 8305).
    private static let leastPatience: Nanoseconds = 10_000_000

    private let isPossible: Bool
    /// The first address does not answer, and may be refused at once.
    private let isCertain: Bool

    init(_ link: LinkParameters) {
        isPossible = link.ip == .both
        isCertain = isPossible && link.ip6Fault != nil
    }

    /// From the call that opens a connection to the connection's first packet; 0 if it was tried at one address only.
    func length(from call: Instant, to packet: Instant) -> Nanoseconds {
        let time = max(0, packet - call)
        return isCertain || isPossible && time >= Self.leastPatience ? time : 0
    }
}
