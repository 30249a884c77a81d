package import Wire

/// What a capture turned out to hold.
package struct CaptureInspection: Hashable, Sendable {
    /// In the order in which their first packets stand in the file.
    package var exchanges: InspectedList<CaptureExchange>
    /// In the order of their stream numbers.
    package var flows: InspectedList<CaptureFlow>
    package var handshakes: InspectedList<CaptureHandshake>
    /// What QUIC's first packets show of theirs, in the order of the UDP flows.
    package var quicHandshakes: InspectedList<CaptureHandshake> = []
    /// Of connections that could not be opened, in the order in which they began.
    package var estimates: InspectedList<CaptureEstimate>
    /// What went over UDP, in the order of first sight.
    package var datagrams: InspectedList<CaptureDatagrams>
    /// What name servers were asked, in the order of the file.
    package var lookups: [CaptureLookup]
    /// Of addresses, as answers of name servers and the file itself have them.
    package var names: [IPAddress: String] = [:]
    package var findings: CaptureFindings
    package var packets: Int
    /// Nanoseconds since 1970, the earliest and the latest; nil where there is no packet.
    package var firstStamp: Int64?
    package var lastStamp: Int64?
    /// Only where the inspector was told to keep it.
    package var log: PacketLog?
    /// Of the connection that the inspector was asked for.
    package var events: TCPEvents?

    package init(
        exchanges: InspectedList<CaptureExchange> = [],
        flows: InspectedList<CaptureFlow> = [],
        handshakes: InspectedList<CaptureHandshake> = [],
        estimates: InspectedList<CaptureEstimate> = [],
        datagrams: InspectedList<CaptureDatagrams> = [],
        lookups: [CaptureLookup] = [],
        findings: CaptureFindings = CaptureFindings(),
        packets: Int = 0,
        firstStamp: Int64? = nil,
        lastStamp: Int64? = nil,
        log: PacketLog? = nil
    ) {
        self.exchanges = exchanges
        self.flows = flows
        self.handshakes = handshakes
        self.estimates = estimates
        self.datagrams = datagrams
        self.lookups = lookups
        self.findings = findings
        self.packets = packets
        self.firstStamp = firstStamp
        self.lastStamp = lastStamp
        self.log = log
    }
}
