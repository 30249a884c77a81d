import CacheClient
import Grounds
import Images
import LinkEngine
import LinkModel
import LinuxIO
import Origin
import Runs
import Scenarios
import TLS

/// A line of byte streams between origin and client on this machine's loopback. Nothing is captured.
final class StreamBenchLine: BenchLine {
    let record: LinkRecord
    let route: OriginRoute
    private let ground: StreamGround
    let trust: BenchTrust?

    init(_ plan: BenchPlan, clock: RunClock, calendar: Calendar) throws {
        let scenario = plan.scenario
        record = LinkRecord(streams: scenario, lossAsDelay: plan.lossAsDelay)
        trust = try BenchTrust.wanted(by: scenario)
        ground = try StreamGround(
            scenario,
            drawing: LibraryDrawing(),
            lossAsDelay: plan.lossAsDelay,
            trust: trust,
            clock: clock,
            calendar: calendar
        )
        route = OriginRoute(
            hosts: scenario.hosts.map(\.host),
            address: "\(ground.address)",
            authorities: trust?.authorityPEM,
            http: HTTPVersions(scenario)
        )
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
        record.tlsSecrets = trust?.keyLog.lines ?? []
        let report = ended.line
        record.linkLog = report.log
        record.linkLogOmitted = report.omitted
        record.flowPorts = report.clientPorts
        record.link.streams?.recoveries = report.recoveries
        for failure in ended.failures { record.fail(failure) }
    }
}
