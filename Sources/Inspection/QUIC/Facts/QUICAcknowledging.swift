import Wire

/// How an end acknowledges packets, by its parameters.
struct QUICAcknowledging {
    /// Longer delays are not meant (RFC 9000, 18.2).
    private static let longestDelay: UInt64 = 1 << 14

    /// For how long it may keep an acknowledgement back, in nanoseconds.
    let delay: Int64
    /// Delays in its acknowledgements are multiples of two to this power microseconds.
    let exponent: UInt64

    init(_ parameters: QUICTransportParameters = QUICTransportParameters()) {
        delay = Int64(min(parameters.maxAckDelay, Self.longestDelay)) * 1_000_000
        exponent = parameters.ackDelayExponent
    }
}
