package import Fixtures
import Grounds
package import LinkEngine
package import LinkModel
import LinuxIO
package import Logs
import Origin
package import Runs
package import Scenarios
package import TLS
package import Wire

/// A line with an origin behind it, for one user among several: a test, or a part of one.
///
/// One thread makes, changes and ends it. For packets, that thread is on the client's host.
package final class SideBench {
    private enum Ground {
        case packets(PacketGround)
        case streams(StreamGround)
    }

    /// Milliseconds between two looks whether the ends of connections have crossed a line without limits, and how many
    /// times to look.
    private static let closing: Int32 = 2
    private static let looks = 100

    /// The line may be changed to one that shapes, so that even one that shapes nothing keeps packets apart. It is no
    /// fast one: that would take a processor from all other benches.
    static let shaping = LinkParameters(
        down: DirectionParameters(oneWayDelay: 1),
        up: DirectionParameters(oneWayDelay: 1)
    )

    package let id: Int
    /// With the line that is in force.
    package private(set) var scenario: Scenario
    private let ground: Ground
    private let calendar = Calendar()
    private let files: Set<String>

    /// Makes a bench of packets and starts it. `place` belongs to no other bench. Clients trust the origin if they trust
    /// `authority`.
    package init(
        packets id: Int,
        _ scenario: Scenario,
        at place: HostPlace,
        by authority: CertificateAuthority,
        drawing: (any FixtureDrawing)?,
        carrier: CarrierChoice
    ) throws {
        let link = scenario.link.parameters
        guard link.dnsDelay == 0 else {
            throw ControlError(
                .order,
                "`dnsDelay` has no effect here: the bench's origin has an address, so no name is looked up",
                advice: "set it for the line of netlab exec, or leave it out: link: { dnsDelay: 0 s }"
            )
        }
        try Self.requireIPv4(link)
        let hosts = try HostPair(
            link,
            at: place,
            laterLinks: [Self.shaping],
            carrier: carrier,
            transport: HostTransport(initialWindow: scenario.origin.initialWindow)
        )
        // Gates lead to it from the loopback.
        let addresses: [IPAddress] = [.v4(place.originAddress), .loopback4]
        let trust = try BenchTrust(for: scenario, at: addresses, by: authority)
        let ground = try PacketGround(
            scenario,
            drawing: drawing,
            hosts: hosts,
            clock: RunClock(),
            calendar: calendar,
            names: nil,
            trust: trust,
            logCapacity: 0
        )
        try ground.start()
        self.id = id
        self.scenario = scenario
        self.ground = .packets(ground)
        files = Set(scenario.hostedFiles.map(\.path))
    }

    private static func requireIPv4(_ link: LinkParameters) throws(ControlError) {
        guard link.ip == .v4, link.aaaaDelay == 0 else {
            throw ControlError(
                .order,
                "the line of a bench beside others carries IPv4 only",
                advice: "set `ip` for the line of netlab exec, or leave it out"
            )
        }
    }

    /// Makes a bench of byte streams and starts it.
    package init(
        streams id: Int,
        _ scenario: Scenario,
        by authority: CertificateAuthority,
        drawing: (any FixtureDrawing)?
    ) throws {
        if let objection = StreamObjection(scenario, lossAsDelay: true) {
            throw ControlError(.order, "lines of byte streams cannot emulate this bench: \(objection.text)")
        }
        let trust = try BenchTrust.wanted(by: scenario, at: [.loopback4], of: authority)
        let ground = try StreamGround(
            scenario,
            drawing: drawing,
            lossAsDelay: true,
            trust: trust,
            limits: StreamLimits(logCapacity: 0),
            clock: RunClock(),
            calendar: calendar
        )
        try ground.start()
        self.id = id
        self.scenario = scenario
        self.ground = .streams(ground)
        files = Set(scenario.hostedFiles.map(\.path))
    }

    package var mode: LinkMode {
        switch ground {
        case .packets: .packet
        case .streams: .stream
        }
    }

    /// nil without packets.
    var place: HostPlace? {
        if case .packets(let ground) = ground { ground.hosts.place } else { nil }
    }

    /// nil without packets.
    package var carrier: LinkRecord.Carrier? {
        if case .packets(let ground) = ground { ground.hosts.carrier } else { nil }
    }

    /// URLs of the origin, without a slash at their ends; nil if it does not speak that.
    package var urls: (plain: String?, secure: String?) {
        switch ground {
        case .packets(let ground):
            let address = ground.hosts.place.originAddressText
            return ("http://\(address)", "https://\(address)")
        case .streams(let ground):
            return scenario.origin.encryption == nil
                ? ("http://\(ground.address)", nil) : (nil, "https://\(ground.address)")
        }
    }

    /// The requests that have ended, in that order.
    package var requests: [OriginLogEntry] { origin.log() }

    private var origin: OriginServer {
        switch ground {
        case .packets(let ground): ground.origin
        case .streams(let ground): ground.origin
        }
    }

    package var unmatched: [UnmatchedRequest] {
        requests.compactMap { UnmatchedRequest($0, files: files) }
    }

    /// Changes the line from now on.
    package func change(to link: LinkSettings) throws(ControlError) {
        let present = scenario.link.parameters
        guard link.parameters.mtu == present.mtu, link.parameters.dnsDelay == present.dnsDelay else {
            throw ControlError(
                .order,
                "`mtu` and `dnsDelay` belong to the hosts: they cannot change while the bench exists",
                advice: "create another bench with that line"
            )
        }
        switch ground {
        case .packets(let ground):
            try Self.requireIPv4(link.parameters)
            ground.change(to: link.parameters)
        case .streams(let ground):
            if let refusal = StreamRefusal(link.parameters, lossAsDelay: true) {
                throw ControlError(.order, refusal.description)
            }
            ground.change(to: link.parameters)
        }
        scenario.link = link
    }

    /// Gives files new bytes and new validators: these, or all.
    package func change(files names: [String]) throws(ControlError) {
        do {
            try origin.change(names.isEmpty ? scenario.hostedFiles.map(\.name) : names)
        } catch {
            throw ControlError(.order, "\(error)")
        }
    }

    /// Advances the dates of the origin's answers, and what they say of freshness, without waiting.
    package func advance(by time: Nanoseconds) throws(ControlError) {
        guard calendar.advance(by: time) else {
            throw ControlError(.order, "the date would be more than a hundred years ahead")
        }
    }

    /// Takes it down.
    package func end() -> SideBenchEnd {
        switch ground {
        case .packets(let ground):
            // Clients learn of the end at once, whatever the line was: one that waits for a lost packet, or keeps a
            // connection for later, would wait for long.
            var free = LinkParameters.unlimited
            free.mtu = scenario.link.parameters.mtu
            ground.change(to: free)
            ground.origin.stop()
            for _ in 0..<Self.looks where OpenConnections.count(to: ground.hosts.place.originAddress) > 0 {
                Readiness.wait(for: [], milliseconds: Self.closing)
            }
            let ended = ground.takeDown()
            return SideBenchEnd(
                failures: ended.failures,
                lostPackets: ended.line.lost,
                latenessP99: ended.line.lateness.percentile(99)
            )
        case .streams(let ground):
            return SideBenchEnd(failures: ground.takeDown().failures, lostPackets: 0)
        }
    }
}
