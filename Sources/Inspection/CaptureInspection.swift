package import Wire

/// The contents of a capture.
package struct CaptureInspection: Hashable, Sendable {
    /// In the order of their first packets in the file.
    package var exchanges: InspectedList<CaptureExchange>
    /// In the order of their stream numbers.
    package var flows: InspectedList<CaptureFlow>
    package var handshakes: InspectedList<CaptureHandshake>
    /// Handshakes read from QUIC's first packets, in the order of the UDP flows.
    package var quicHandshakes: InspectedList<CaptureHandshake> = []
    /// In the order of their numbers.
    package var quicConnections: InspectedList<CaptureQUICConnection> = []
    /// Estimated exchanges of connections that could not be decrypted, in the order in which they began.
    package var estimates: InspectedList<CaptureEstimate>
    /// UDP flows, in the order of first sight.
    package var datagrams: InspectedList<CaptureDatagrams>
    /// DNS questions and their answers, in the order of the file.
    package var lookups: [CaptureLookup]
    /// Names of addresses, from DNS answers and from the file itself.
    package var names: [IPAddress: String] = [:]
    package var findings: CaptureFindings
    /// What of the file could not be read; nil if it is whole.
    package var damage: CaptureFinding?
    package var packets: Int
    /// Nanoseconds since 1970, the earliest and the latest; nil without packets.
    package var firstStamp: Int64?
    package var lastStamp: Int64?
    /// Present only if the inspector was asked to keep it.
    package var log: PacketLog?
    /// TCP events of the connection that the inspector was asked for.
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

// MARK: Names

extension CaptureInspection {
    /// Adds names of addresses from elsewhere, such as the file's own; names from the packets take
    /// precedence. A flow or exchange without a name of its own gets its server's.
    package mutating func take(names more: [IPAddress: String]) {
        names.merge(more) { told, _ in told }
        guard !names.isEmpty else { return }
        let names = names
        flows.revise { flow in
            if flow.serverName == nil { flow.serverName = names[flow.server.address] }
        }
        datagrams.revise { flow in
            if flow.serverName == nil { flow.serverName = names[flow.server.address] }
        }
        estimates.revise { estimate in
            if estimate.serverName == nil { estimate.serverName = names[estimate.server.address] }
        }
        exchanges.revise { $0.nameServer(names) }
    }
}

extension CaptureExchange {
    /// Applies only if the request itself does not name its host.
    fileprivate mutating func nameServer(_ names: [IPAddress: String]) {
        guard serverName == nil, let name = names[server.address],
            url.map({ $0.contains("://\(server)") || !$0.contains("://") }) ?? true
        else { return }
        serverName = name
    }
}
