import Wire

/// Small delays, other ones each time.
struct Jitter {
    private var state: UInt64

    init(seed: UInt32) {
        state = UInt64(seed)
    }

    mutating func next() -> Nanoseconds {
        state &+= SplitMix.step
        return Nanoseconds(SplitMix.mixed(state) % UInt64(ProtocolTimes.jitter))
    }
}
