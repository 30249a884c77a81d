import Fixtures
import LinkModel
import Scenarios
import Wire

/// A random line and what crosses it, drawn from one seed: the same seed gives the same scenario for ever.
struct RandomLine {
    enum Kind: String, CaseIterable {
        case plain, loss
        case disciplines = "queue disciplines"
        case secure = "TLS"
    }

    static let rates = 80_000.0...100_000_000
    /// One way, in milliseconds.
    static let delays = 1.0...300
    static let sizes = 1000.0...1_300_000
    static let lossPercent = 0.05...5
    static let queuePackets = 20.0...2000
    static let queueBytes = 32_768.0...2_097_152
    /// Seconds that the down-link needs for all files at most: files of a slow line are made smaller.
    static let longest = 120.0
    private static let timeout: Nanoseconds = 1_200_000_000_000

    let kind: Kind
    let scenario: Scenario

    /// How lines carry IPv6, in turn.
    private static let versions: [(ip: IPVersions, fault: IPv6Fault?)] = [
        (.v6, nil), (.both, nil), (.both, .blackHole), (.both, .noRoute), (.nat64, nil),
    ]

    /// Kinds take turns from seed to seed. All else is the same over either version of IP, and by HTTP/3.
    init(seed: UInt64, hasIPv6: Bool = false, isHTTP3: Bool = false) {
        kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
        var draws = LineDraws(seed: seed)
        var link = Self.link(kind, &draws)
        if hasIPv6 {
            let turn = seed / UInt64(Kind.allCases.count) % UInt64(Self.versions.count)
            (link.ip, link.ip6Fault) = Self.versions[Int(turn)]
        }
        let files = Self.sizes(&draws, rate: Double(link.down.rateBps ?? 0)).enumerated().map {
            OriginFile(name: "file-\($0 + 1).jpg", image: .jpeg, size: $1)
        }
        let names = files.map(\.name)
        scenario = Scenario(
            name: "random-line-\(seed)",
            about: "A random line of netlab bench theory: \(kind.rawValue)",
            seed: seed,
            link: LinkSettings(parameters: link),
            origin: Self.origin(kind, files, isHTTP3: isHTTP3, &draws),
            client: ClientSettings(policy: .none, connections: draws.whole(1...6), timeout: Self.timeout),
            steps: [
                .fetch("alone", [names[0]]), .forget(.connections),
                .fetch("group", names, start: draws.chance(0.7) ? .together : .inTurn),
            ]
        )
    }

    private static func link(_ kind: Kind, _ draws: inout LineDraws) -> LinkParameters {
        var link = LinkParameters(down: direction(&draws), up: direction(&draws))
        link.mtu = draws.one(of: [1280, 1400, 1492, 1500])
        if kind == .loss {
            link.down.loss = loss(&draws)
            if draws.chance(0.5) { link.up.loss = loss(&draws) }
        }
        if kind == .disciplines {
            link.down.discipline = discipline(&draws)
            if draws.chance(0.5) { link.up.discipline = discipline(&draws) }
        }
        return link
    }

    private static func direction(_ draws: inout LineDraws) -> DirectionParameters {
        DirectionParameters(
            rateBps: Int64(draws.logarithmic(rates) / 1000) * 1000,
            oneWayDelay: Nanoseconds(draws.logarithmic(delays) * 10) * 100_000,
            queue: queue(&draws)
        )
    }

    /// nil for the line's own.
    private static func queue(_ draws: inout LineDraws) -> QueueLimit? {
        switch draws.whole(0...2) {
        case 0: .packets(Int(draws.logarithmic(queuePackets)))
        case 1: .bytes(Int(draws.logarithmic(queueBytes)))
        default: nil
        }
    }

    private static func loss(_ draws: inout LineDraws) -> PacketLoss {
        .random(PacketShare((draws.logarithmic(lossPercent) * 100).rounded(.down) / 10_000))
    }

    private static func discipline(_ draws: inout LineDraws) -> QueueDiscipline {
        draws.one(of: [
            .codel(ControlledDelay()), .pie(ProportionalIntegral()), .fair(codel: ControlledDelay()),
            .fair(codel: nil), .dropHead,
        ])
    }

    private static func sizes(_ draws: inout LineDraws, rate: Double) -> [Int] {
        let drawn = (1...draws.whole(1...5)).map { _ in draws.logarithmic(sizes) }
        let seconds = drawn.reduce(0, +) * 8 / rate
        return drawn.map { Int(max(sizes.lowerBound, $0 * min(1, longest / seconds))) }
    }

    private static func origin(
        _ kind: Kind,
        _ files: [OriginFile],
        isHTTP3: Bool,
        _ draws: inout LineDraws
    ) -> OriginSettings {
        let version = draws.one(of: [OriginEncryption.Version.tls12, .tls13])
        var origin = OriginSettings(
            encryption: kind == .secure ? OriginEncryption(version: version) : nil,
            http: [draws.chance(0.33) ? .http2 : .http11],
            congestion: draws.one(of: [.reno, .cubic]),
            initialWindow: draws.chance(0.25) ? draws.whole(2...40) : nil,
            files: files
        )
        if isHTTP3 {
            origin.encryption = OriginEncryption(version: .tls13)
            (origin.http, origin.initialWindow) = ([.http3], nil)
        }
        return origin
    }
}
