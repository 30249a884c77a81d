import Wire

/// How the pump's thread waits for the next due packet.
protocol PumpWaiting: ~Copyable {
    /// True if a packet that ends a sleep arrived some time before it is read.
    var isWokenLate: Bool { get }

    /// How long to stay awake after a packet.
    var linger: Nanoseconds { get }

    /// Call it between any two sleeps, and often.
    mutating func review(at now: Instant)

    /// How long to sleep if the next packet is due in `left` (nil: none is due). A nil result means without
    /// limit; 0 means not to sleep.
    func sleep(dueIn left: Nanoseconds?) -> Nanoseconds?

    /// Call it after every sleep with its actual and its intended length, and whether an event ended it.
    mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool)
}
