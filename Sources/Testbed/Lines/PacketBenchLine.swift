import CacheClient
import Figures
import Grounds
import Images
import LinkEngine
import LinkModel
import LinuxIO
import Origin
import Runs
import Scenarios
import TLS
import Wire

/// A line of real packets between two hosts in namespaces of their own, with a recorder on each.
final class PacketBenchLine: BenchLine {
    let record: LinkRecord
    let route: OriginRoute
    private let ground: PacketGround
    private let recorders: BenchRecorders
    let trust: BenchTrust?

    /// The caller makes the hosts, since an unprivileged process must make them before it has a second
    /// thread.
    init(_ plan: BenchPlan, hosts: HostPair, folder: RunFolder, clock: RunClock, calendar: Calendar) throws {
        var record = LinkRecord(plan.scenario, carrier: hosts.carrier)
        record.offload = hosts.offloads
        self.record = record
        trust = try BenchTrust.wanted(by: plan.scenario)
        ground = try PacketGround(
            plan.scenario,
            drawing: LibraryDrawing(),
            hosts: hosts,
            clock: clock,
            calendar: calendar,
            trust: trust
        )
        recorders = try BenchRecorders(hosts, plan, folder: folder)
        route = OriginRoute(
            hosts: plan.scenario.hosts.map(\.host),
            address: Self.address(plan.scenario),
            congestion: "cubic",
            authorities: trust?.authorityPEM,
            http: HTTPVersions(plan.scenario)
        )
    }

    /// The origin's addresses for the client; for a proxy the one by which the client itself would reach it.
    private static func address(_ scenario: Scenario) -> String? {
        let link = scenario.link.parameters
        let addresses = BenchNames.knownAddresses(link)?.filter { address in
            !scenario.hasProxy || address.isV4 != link.carriesV6
        }
        return addresses?.map(\.description).joined(separator: ",")
    }

    var origin: OriginServer { ground.origin }

    var failure: String? { ground.failure }

    func start() throws {
        try ground.start()
    }

    func change(to link: LinkParameters) {
        ground.change(to: link)
    }

    func stop(into record: inout RunRecord) {
        let ended = ground.takeDown()
        record.originLog = origin.log()
        record.quicLog += origin.quicLog()
        record.flowPorts = ended.line.clientPorts
        record.tlsSecrets = trust?.keyLog.lines ?? []
        record.link.start = ended.line.start
        record.linkLog = ended.line.log
        record.linkLogOmitted = ended.line.omitted
        for failure in ended.failures { record.fail(failure) }
        let lost = ended.line.lost
        if lost > 0 {
            record.fail("the line dropped \(CountFormat.text(lost, "packet")) that it should have carried")
        }
        let recorded = recorders.stop()
        record.captures = recorded.captures
        let failures = recorded.failures.isEmpty ? recorders.annotate(with: record) : recorded.failures
        for failure in failures { record.fail(failure) }
    }
}
