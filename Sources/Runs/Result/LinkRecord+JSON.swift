package import JSON
import LinkModel
import Logs
import Scenarios
import Wire

extension LinkRecord: JSONRepresentable {
    /// What only the run itself knows of its line, and the settings of TCP.
    static let recorded: [ResultFigure<LinkRecord>] = [
        .member("mode", \.mode),
        .member("clock", \.clock),
        .member("carrier", \.carrier),
        .member("offload", \.offload),
        .member("lossAsDelay", \.lossAsDelay),
        .member("recoveries", \.recoveries),
        .member("profile", \.profile),
        .stored(.time, "start", \.start),
        .member("congestion", \.congestion),
        .member("initialWindow", \.initialWindow),
        .member("receiveBufferBytes", \.receiveBuffer),
    ]

    package var json: JSONValue {
        let settings: [JSONValue.Member] = [
            .init(key: "mtu", value: parameters.mtu.json),
            .init(
                key: "linkLayer",
                value: [
                    "overheadBytes": parameters.framing.overhead.json,
                    "cell": parameters.framing.isATM ? "atm" : "none",
                ]
            ),
            .init(key: "dnsDelayNs", value: parameters.dnsDelay.json),
        ]
        let addresses: [JSONValue.Member] = parameters.addressesJSON
        let rest: [JSONValue.Member] = [
            .init(key: "clockOriginNs", value: clockOrigin.json),
            .init(key: "down", value: parameters.json(.down)),
            .init(key: "up", value: parameters.json(.up)),
        ]
        return .object(Self.recorded.members(of: self) + settings + addresses + rest)
    }

    /// nil in packet mode, in which nothing is read for it; likewise below.
    private var lossAsDelay: Bool? {
        get { streams?.lossAsDelay }
        set { if let newValue { streams = Streams(lossAsDelay: newValue) } }
    }

    private var recoveries: Int? {
        get { streams?.recoveries }
        set { if let newValue { streams?.recoveries = newValue } }
    }
}

extension LinkRecord.Mode: JSONReadable {}
extension LinkRecord.Carrier: JSONReadable {}
extension LinkRecord.Clock: JSONReadable {}

extension LinkParameters {
    /// What a line with IPv4 alone, and without a delay of its own for IPv6 addresses, does not have.
    fileprivate var addressesJSON: [JSONValue.Member] {
        guard ip != .v4 || aaaaDelay > 0 else { return [] }
        return [
            .init(key: "ip", value: .string(ip.rawValue)),
            .init(key: "ip6", value: ip6Fault.map { .string($0.rawValue) } ?? .null),
            .init(key: "aaaaDelayNs", value: aaaaDelay.json),
        ]
    }
}
