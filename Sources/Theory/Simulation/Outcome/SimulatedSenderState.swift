package import Wire

/// How a simulated sender stands right after a packet.
package struct SimulatedSenderState: Hashable, Sendable {
    /// Linux's states of loss recovery.
    package enum Recovery: String, Hashable, Sendable {
        case open, disorder, reduced, recovery, loss

        init(_ state: LossRecovery.State) {
            self =
                switch state {
                case .open: .open
                case .disorder: .disorder
                case .reduced: .reduced
                case .recovery: .recovery
                case .loss: .loss
                }
        }
    }

    package var state: Recovery
    /// The congestion window, its slow start threshold (nil before the first reduction), and what is in flight, in segments.
    package var window: Int
    package var threshold: Int?
    package var inFlight: Int
    /// Segments believed lost and not acknowledged.
    package var lost: Int
    /// Microseconds; 0 before the first sample.
    package var meanRoundTrip: Int
    /// The retransmission timeout with its back-off.
    package var timeout: Nanoseconds
    /// Positions in its stream.
    package var next: Int
    package var acknowledged: Int
}
