package import LinkModel

/// The line that a run really had.
package struct LinkRecord: Hashable, Sendable {
    package enum Mode: String, Hashable, Sendable {
        case packet
        case stream
    }

    /// What carried the packets between the two hosts.
    package enum Carrier: String, Hashable, Sendable {
        case tun
        case veth
    }

    /// How the clock went that everything was measured by.
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        case real
        /// It stood still while there was anything to do.
        case virtual
    }

    /// What only a line of byte streams has.
    package struct Streams: Hashable, Sendable {
        /// True where the line might lose packets, each as the delay that sending it again costs.
        package var lossAsDelay: Bool
        /// How often that happened.
        package var recoveries: Int

        package init(lossAsDelay: Bool, recoveries: Int = 0) {
            self.lossAsDelay = lossAsDelay
            self.recoveries = recoveries
        }
    }

    package var mode: Mode
    package var clock = Clock.real
    package var carrier: Carrier?
    package var profile: String?
    /// nil in stream mode: no TCP crosses the line.
    package var congestion: String?
    package var parameters: LinkParameters
    /// Of the origin's TCP, in segments; nil is the kernel's own.
    package var initialWindow: Int?
    /// The largest of the client's TCP, in bytes; nil is as large as the line needs.
    package var receiveBuffer: Int?
    /// True where nothing shaped the line and the hosts left a stream's packets together: link log and captures show
    /// packets of up to 64 KiB.
    package var offload = false
    /// nil in packet mode.
    package var streams: Streams?

    package init(
        mode: Mode,
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
