package import LinkModel
package import Wire

/// The line that a run actually used.
package struct LinkRecord: Hashable, Sendable {
    /// What carried the packets between the two hosts.
    package enum Carrier: String, Hashable, Sendable, CaseIterable {
        case tun
        case veth
    }

    /// Settings and counts that only a byte-stream line has.
    package struct Streams: Hashable, Sendable {
        /// True if the line could lose packets, each as the delay of its retransmission.
        package var lossAsDelay: Bool
        /// Number of such delays.
        package var recoveries: Int

        package init(lossAsDelay: Bool, recoveries: Int = 0) {
            self.lossAsDelay = lossAsDelay
            self.recoveries = recoveries
        }
    }

    package var mode: LinkMode
    /// All times were measured by it.
    package var clock = ClockKind.real
    package var carrier: Carrier?
    package var profile: String?
    /// nil in stream mode, in which no TCP crosses the line.
    package var congestion: String?
    package var parameters: LinkParameters
    /// Initial congestion window of the origin's TCP, in segments; nil is the kernel's default.
    package var initialWindow: Int?
    /// Largest receive buffer of the client's TCP, in bytes; nil lets it grow as the line needs.
    package var receiveBuffer: Int?
    /// True if nothing shaped the line and the hosts kept segmentation offload: link log and captures show
    /// packets of up to 64 KiB.
    package var offload = false
    /// nil in packet mode.
    package var streams: Streams?
    /// Zero of the line's schedules, traces and outages; nil if it was not kept.
    package var start: Instant?
    /// The run's zero in nanoseconds since the kernel booted, which decides where its timers fire; nil if unknown.
    package var clockOrigin: Nanoseconds?

    package init(
        mode: LinkMode,
        carrier: Carrier?,
        profile: String?,
        congestion: String?,
        parameters: LinkParameters,
        streams: Streams? = nil
    ) {
        self.mode = mode
        self.carrier = carrier
        self.profile = profile
        self.congestion = congestion
        self.parameters = parameters
        self.streams = streams
    }
}
