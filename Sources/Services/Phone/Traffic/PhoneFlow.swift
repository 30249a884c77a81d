import Inspection
import Wire

/// A flow of a phone: a TCP connection, or what two endpoints say by UDP.
struct PhoneFlow: Hashable, Sendable {
    /// What the inspection calls it.
    enum Identity: Hashable, Sendable {
        case tcp(stream: Int)
        case udp(number: Int)
    }

    /// Where the host's name is from.
    enum NameSource: String, Hashable, Sendable {
        /// The name that the phone gave when it began encryption: TLS's or QUIC's server name.
        case handshake
        /// The answer that the phone got when it looked up a name.
        case dns
        /// Nothing names it.
        case address
    }

    enum State: String, Hashable, Sendable {
        case opening, open, closing, closed, reset, refused
        /// UDP without an answer.
        case unanswered

        /// Nothing more comes.
        var isOver: Bool { [.closed, .reset, .refused].contains(self) }
    }

    let identity: Identity
    /// Number among all flows.
    var number = 0
    /// The phone's name; its address if it is not known.
    var phone: String
    var client: Endpoint
    var server: Endpoint
    var host: String
    var nameSource: NameSource
    /// The app that its first request names; nil if none does, as if requests are encrypted.
    var app: String?
    /// Such as `TLS 1.3`.
    var protocolName: String
    /// Nanoseconds since 1970, of its first and its last packet.
    var first: Int64
    var last: Int64
    /// IP bytes.
    var bytesDown: Int
    var bytesUp: Int
    /// Packets of TCP whose repair shows that they were lost between the phone's end of the line and the server: at least
    /// so many, because a packet here may be several segments. nil if nothing shows it, as for UDP.
    var lostDown: Int?
    var lostUp: Int?
    var state: State
    /// Of QUIC, the median that its spin bit shows.
    var roundTrip: Int64?
    var causes = FlowCauses()

    init(_ seen: SeenConnection, phone: String, name: String?) {
        let flow = seen.flow
        identity = .tcp(stream: flow.stream)
        self.phone = phone
        (client, server) = (flow.client, flow.server)
        (host, nameSource) = Self.host(flow.serverName, name, flow.server.address)
        protocolName = Self.protocolName(seen)
        (first, last) = (flow.firstStamp, flow.lastStamp)
        (bytesDown, bytesUp) = (flow.down.wireBytes, flow.up.wireBytes)
        lostDown = flow.down.sender.lostBefore
        // What the phone sent again had crossed to here before. It was lost, or its acknowledgement was.
        lostUp = max(0, flow.up.sender.retransmitted - flow.up.sender.spurious)
        state = Self.state(flow)
    }

    init(_ flow: CaptureDatagrams, phone: String, name: String?) {
        identity = .udp(number: flow.number)
        self.phone = phone
        (client, server) = (flow.client, flow.server)
        (host, nameSource) = Self.host(flow.serverName, name, flow.server.address)
        protocolName = flow.content == .quic ? "QUIC" : "UDP"
        (first, last) = (flow.firstStamp, flow.lastStamp)
        (bytesDown, bytesUp) = (flow.down.wireBytes, flow.up.wireBytes)
        roundTrip = flow.roundTrip?.median
        state = flow.down.packets == 0 || flow.up.packets == 0 ? .unanswered : .open
    }

    private static func host(_ told: String?, _ name: String?, _ address: IPAddress) -> (String, NameSource) {
        if let told { return (told, .handshake) }
        if let name { return (name, .dns) }
        return (address.description, .address)
    }

    private static func protocolName(_ seen: SeenConnection) -> String {
        switch seen.flow.content {
        case .http1: return "HTTP/1"
        case .http2: return "HTTP/2"
        case .socks: return "SOCKS"
        case .dns: return "DNS"
        case .unknown: return "TCP"
        case .tls:
            let version = seen.handshake?.version?.description ?? "TLS"
            // TLS 1.3 encrypts the protocol that was agreed on.
            guard let inner = seen.handshake?.applicationProtocol else { return version }
            return "\(version), \(inner)"
        }
    }

    private static func state(_ flow: CaptureFlow) -> State {
        switch flow.ending {
        case .closed: .closed
        case .halfClosed: .closing
        case .reset: flow.handshake?.synAck == nil && flow.down.streamBytes == 0 ? .refused : .reset
        case .open: flow.handshake.map { $0.synAck == nil } ?? false ? .opening : .open
        }
    }
}
