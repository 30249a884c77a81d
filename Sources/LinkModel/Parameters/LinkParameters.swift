package import Wire

/// A whole line: both directions and what they share.
package struct LinkParameters: Hashable, Sendable {
    package var down: DirectionParameters
    package var up: DirectionParameters
    /// The largest IP packet that the line carries, in bytes.
    package var mtu: Int
    package var framing: LinkFraming
    /// Answer time of the bench's name server; 0 if no name is looked up on the line.
    package var dnsDelay: Nanoseconds
    /// What the bench's name server waits beyond that before it answers a question for an IPv6 address.
    package var aaaaDelay: Nanoseconds = 0
    package var ip: IPVersions = .v4
    /// nil if IPv6 works wherever the line carries it.
    package var ip6Fault: IPv6Fault?

    package init(
        down: DirectionParameters,
        up: DirectionParameters,
        mtu: Int = 1500,
        framing: LinkFraming = .none,
        dnsDelay: Nanoseconds = 0
    ) {
        self.down = down
        self.up = up
        self.mtu = mtu
        self.framing = framing
        self.dnsDelay = dnsDelay
    }

    /// No rate limit and no delay, both ways.
    package static let unlimited = LinkParameters(
        down: DirectionParameters(rate: .unlimited),
        up: DirectionParameters(rate: .unlimited)
    )

    package subscript(direction: LinkDirection) -> DirectionParameters {
        get { direction == .down ? down : up }
        _modify { if direction == .down { yield &down } else { yield &up } }
    }

    package var roundTripDelay: Nanoseconds {
        down.oneWayDelay + up.oneWayDelay
    }

    /// The effective queue limit of a direction: the configured one, or the default of 1000 packets or two
    /// bandwidth-delay products (of full packets), whichever holds more.
    package func queueLimit(_ direction: LinkDirection) -> QueueLimit {
        if let asked = self[direction].queue { return asked }
        guard let product = self[direction].bytes(in: roundTripDelay) else { return .packets(1000) }
        return .packets(max(1000, Int((2 * product / Double(mtu)).rounded(.up))))
    }

    /// The same limit in bytes; each packet counts as a full one.
    package func queueBytes(_ direction: LinkDirection) -> Int {
        switch queueLimit(direction) {
        case .packets(let count): count * mtu
        case .bytes(let count): count
        }
    }
}

// MARK: Addresses

extension LinkParameters {
    /// Takes over which versions of IP another line's hosts have, and what its name server does with them.
    package mutating func keepAddresses(of other: LinkParameters) {
        (ip, ip6Fault, aaaaDelay) = (other.ip, other.ip6Fault, other.aaaaDelay)
    }

    /// True if names are looked up on the line, because that takes time.
    package var delaysNames: Bool { dnsDelay > 0 || aaaaDelay > 0 }

    /// True if packets between client and origin are IPv6, once a connection exists.
    package var carriesV6: Bool { ip.clientHasV6 && (ip != .both || ip6Fault == nil) }
}

// MARK: Shaping

extension LinkParameters {
    /// True if every packet passes at once and unchanged: the hosts themselves are the only limit.
    package var shapesNothing: Bool {
        LinkDirection.allCases.allSatisfy { direction in
            self[direction].rate == .unlimited && self[direction].oneWayDelay == 0 && self[direction].isPlain
        }
    }
}
