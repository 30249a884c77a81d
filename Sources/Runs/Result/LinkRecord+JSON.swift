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
            .init(key: "aaaaDelayNs", value: parameters.aaaaDelay.json),
            .init(key: "ip", value: parameters.ip.rawValue.json),
            .init(key: "ip6", value: (parameters.ip6Fault?.rawValue).json),
            .init(key: "clockOriginNs", value: clockOrigin.json),
            .init(key: "down", value: parameters.json(.down)),
            .init(key: "up", value: parameters.json(.up)),
        ]
        return .object(Self.recorded.members(of: self) + settings)
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

extension LinkMode: JSONReadable {}
extension LinkRecord.Carrier: JSONReadable {}
extension ClockKind: JSONReadable {}
