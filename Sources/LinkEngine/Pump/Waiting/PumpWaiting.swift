import Wire

/// How the pump's thread waits for what is due.
protocol PumpWaiting: ~Copyable {
    /// True where a packet that ends a sleep came some time before it is read.
    var isWokenLate: Bool { get }

    /// How long to stay awake after a packet.
    var linger: Nanoseconds { get }

    /// To be called between any two sleeps, and often.
    mutating func review(at now: Instant)

    /// How long to sleep where the next packet is due in `left`, nil where none is. nil is without end, and 0 that it is
    /// better not to.
    func sleep(dueIn left: Nanoseconds?) -> Nanoseconds?

    /// To be told of every sleep: how long it was to be, how long it was, and whether something came that ended it.
    mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool)
}
