import CacheClient
import LinkEngine
import LinkModel
import LinuxIO
import Origin
import Runs
import Scenarios
import Serving
import TLS

/// A line of byte streams between origin and client on this machine's loopback. Nothing is captured.
final class StreamBenchLine: BenchLine {
    private static let loopback = "127.0.0.1"
    /// Bytes that the origin can write before the line takes them. With more, the origin's log would run
    /// ahead.
    private static let sendBuffer: Int32 = 256 << 10

    let record: LinkRecord
    let origin: OriginServer
    let route: OriginRoute
    private let line: StreamLine
    let trust: BenchTrust?

    init(_ plan: BenchPlan, clock: RunClock, calendar: Calendar) throws {
        // A failed attempt at packet mode may have left this thread in an empty network namespace.
        try Loopback.bringUpWhereDown()
        let scenario = plan.scenario
        record = LinkRecord(streams: scenario, lossAsDelay: plan.lossAsDelay)
        trust = try BenchTrust.wanted(by: scenario)
        let origin = try OriginServer(
            configuration: OriginConfiguration(scenario),
            listener: Listener(
                address: Self.loopback,
                sendBuffer: Self.sendBuffer,
                tls: trust?.origin,
                protocols: HTTPProtocols(scenario.origin.http)
            ),
            clock: clock,
            calendar: calendar,
            isMeasured: true
        )
        self.origin = origin
        line = try StreamLine(
            StreamOrder(
                upstream: origin.address,
                link: scenario.link.parameters,
                seed: scenario.seed,
                lossAsDelay: plan.lossAsDelay
            ),
            clock: clock
        )
        route = OriginRoute(
            hosts: scenario.hosts.map(\.host),
            address: "\(line.address)",
            authorities: trust?.authorityPEM,
            http: HTTPVersions(scenario.origin)
        )
    }

    func start() throws {
        try origin.start()
        try line.start()
    }

    func change(to link: LinkParameters) {
        line.change(link)
    }

    func stop(into record: inout RunRecord) {
        record.originLog = origin.stop()
        record.tlsSecrets = trust?.keyLog.lines ?? []
        let report = line.stop()
        record.linkLog = report.log
        record.linkLogOmitted = report.omitted
        record.flowPorts = report.clientPorts
        record.link.streams?.recoveries = report.recoveries
        if let failure = origin.failure { record.fail("the origin stopped: \(failure)") }
        if let failure = report.failure { record.fail("the line of byte streams stopped: \(failure)") }
    }
}
