import Scenarios

/// Keys that people try, and what to write instead.
extension SectionKind {
    /// Keys that are planned.
    var later: [String] {
        switch self {
        case .step: ["origin"]
        case .fetchEntry: ["scale"]
        default: []
        }
    }

    /// What to do with keys that belong elsewhere, or have another name here.
    var advice: [String: String] {
        switch self {
        case .link:
            Self.writing(Self.directionWords)
                .merging(Self.writing(Self.linkWords)) { $1 }
                .merging(Self.moving(Self.direction.keys, to: "`down` or `up`")) { $1 }
                .merging(Self.moving(Self.linkLayer.keys, to: "`linkLayer`")) { $1 }
        case .direction:
            Self.writing(Self.directionWords)
                .merging(Self.moving(linkKeys, to: "`link`")) { $1 }
        case .namedOrigin: Self.moving(OriginSettings.keys, to: "`origin`")
        case .client: Self.writing(Self.clientWords)
        case .clientStep:
            Self.writing(Self.clientWords)
                .merging(Self.moving(ClientSettings.hostKeys, to: "the scenario's own `client`")) { $1 }
        case .step: Self.writing(Self.stepWords)
        default: [:]
        }
    }

    /// Keys of the whole line.
    private var linkKeys: [String] { SectionKind.link.keys.filter { !["down", "up"].contains($0) } }

    private static func moving(_ keys: [String], to place: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, "it belongs in \(place)") })
    }

    private static func writing(_ words: [String: String]) -> [String: String] {
        words.mapValues { "write \($0)" }
    }

    /// Other tools' names for parts of a line.
    private static let linkWords = [
        "download": "`down`", "downlink": "`down`", "downstream": "`down`", "in": "`down`",
        "upload": "`up`", "uplink": "`up`", "upstream": "`up`", "out": "`up`",
        "delay": "`rtt`, or `oneWayDelay` in `down` or `up`",
        "latency": "`rtt`, or `oneWayDelay` in `down` or `up`",
        "ping": "`rtt`", "bandwidth": "`rate` in `down` or `up`", "dns": "`dnsDelay`",
        "ipv6": "`ip: 6`, or `ip: both`",
    ]

    /// Other tools' words, each with its own meaning of latency.
    private static let directionWords = [
        "delay": "`oneWayDelay`", "latency": "`oneWayDelay`, or `rtt` in `link` for both ways together",
        "bandwidth": "`rate`", "speed": "`rate`", "plr": "`loss`", "limit": "`queue`",
        "discipline": "`queue: { discipline: ... }`", "ecn": "`queue: { ecn: true }`",
        "duplication": "`duplicate`", "corruption": "`corrupt`", "reordering": "`reorder`",
        "outage": "`outages`", "policer": "`police`", "burst": "`police: { rate: ..., burst: ... }`",
        "gap": "`reorder: { share: ..., gap: ... }`", "trace": "`rate: { trace: FILE }`",
        "schedule": "`rate: { schedule: [...] }`", "gilbertElliott": "`loss: { gilbertElliott: ... }`",
        "gemodel": "`loss: { gilbertElliott: ... }`", "fourState": "`loss: { fourState: ... }`",
        "overhead": "`linkLayer` in `link`", "atm": "`linkLayer: { cell: atm }` in `link`",
    ]

    private static let clientWords = [
        "cache":
            "`policy` (none, memory, disk, both), and `memory: { ... }` or `disk: { ... }` for its limits",
        "ttl":
            "`cacheControl: \"max-age=300\"` at the origin's files: a response states how long it is fresh",
        "caching": "`policy`", "retries": "`retry: { times: 2, delay: 1 s }`",
        "maxConnections": "`connections`", "concurrency": "`connections`", "timeouts": "`timeout`",
    ]

    /// What other programs call a step's verb.
    private static let stepWords = [
        "download": "`fetch`", "get": "`fetch`", "load": "`fetch`", "request": "`fetch`", "sleep": "`wait`",
        "clear": "`forget`",
    ]
}
