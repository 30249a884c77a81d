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

    package var mode: Mode
    package var carrier: Carrier?
    package var profile: String?
    package var congestion: String
    package var parameters: LinkParameters

    package init(
        mode: Mode,
        carrier: Carrier?,
        profile: String?,
        congestion: String,
        parameters: LinkParameters
    ) {
        self.mode = mode
        self.carrier = carrier
        self.profile = profile
        self.congestion = congestion
        self.parameters = parameters
    }
}
