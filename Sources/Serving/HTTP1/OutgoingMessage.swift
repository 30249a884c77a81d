import LinuxIO
import Wire

/// A response on its way to the kernel over HTTP/1, and the record of its exchange. It belongs to the loop's
/// thread.
protocol OutgoingMessage: AnyObject {
    var exchange: ServedExchange { get set }
    /// The connection ends after it.
    var isFinal: Bool { get }
    var ending: ResponseEnding { get }
    /// Bytes of head, framing and content together.
    var sentBytes: Int { get }

    /// When more may be sent; nil if only the kernel holds it up.
    func next(at now: Instant) -> Instant?

    /// Its next content is being made.
    func isStarved(at now: Instant) -> Bool

    /// Hands the kernel what may be sent by `now`, as far as it takes it.
    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> SendingProgress

    /// Stops sending. Returns the record with the bytes that the kernel did take.
    func abandon() -> ServedExchange
}

extension OutgoingMessage {
    func isStarved(at now: Instant) -> Bool { false }
}
