import LinuxIO
import Wire

/// A response on its way to the kernel over HTTP/1, and the record of its exchange. It belongs to the loop's thread.
protocol OutgoingMessage: AnyObject {
    var exchange: ServedExchange { get }
    /// The connection ends after it.
    var isFinal: Bool { get }
    var ending: ResponseEnding { get }
    /// Of head, framing and content together.
    var sentBytes: Int { get }

    /// When more may go; nil where only the kernel holds it up.
    func next(at now: Instant) -> Instant?

    /// Hands over what may go by `now` and the kernel takes.
    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> SendingProgress

    /// Nothing more will be sent. Answers the record as it stands, with the bytes that the kernel did take.
    func abandon() -> ServedExchange
}
