package import Capture
package import Grounds
import Images
package import LinkEngine
package import LinuxIO
package import Naming
import Origin
import Runs
import Scenarios
package import TLS
package import Wire

/// Both hosts, the line and the origin, for programs that know nothing of netlab.
///
/// The main thread builds, uses and takes down the bench, and must outlive the guests.
package final class GuestBench: GuestGround {
    /// Packets of which the line's log tells what became of them, if there is a capture: some 30 MB of memory. A guest may
    /// run for days.
    private static let notedPackets = 1 << 18
    /// How long to wait until a server listens.
    private static let patience: Nanoseconds = 10_000_000_000
    private static let lookMilliseconds: Int32 = 20

    package let originURL = "http://\(Bench.originName)"
    package let secureOriginURL: String? = "https://\(Bench.originName)"
    private let plan: BenchPlan
    private let ground: PacketGround
    private let recorder: Recorder?
    private var uplink: Uplink?
    package let resolvesNames: Bool
    private let capture: String?
    private let behind: [IPNetwork]
    private let origin: BenchTrust
    private let browsers: BrowserTrust
    private let handedOn: [Int32]
    /// The machine's counts when the bench was built.
    private let shortageBefore = ProcessorShortage.untilNow()
    package let trust: TLSTrust?
    package let authority: CertificateAuthority

    /// Builds the bench and starts everything on it. `capture` is the file for the recording of the client's
    /// host. `ownBundle` holds certificates that guests trust beside the machine's and the origin's.
    /// `internet` gives guests the machine's own network, through the line, and so the networks `behind` the client's host,
    /// which take no packet above `largestPacket` bytes.
    /// The origin's host gets the address that names are led to. `watcher` receives copies of the client's packets.
    ///
    /// The first bench of an unprivileged process must be built before the process has a second thread.
    package init(
        _ plan: BenchPlan,
        capture: String? = nil,
        joining ownBundle: String? = nil,
        internet: Bool = false,
        behind networks: [IPNetwork] = [],
        largestPacket: Int? = nil,
        redirecting redirection: NameRedirection? = nil,
        watcher: PacketMailbox? = nil
    )
        throws(BenchError)
    {
        // List the descriptors now: guests must not inherit those that netlab opens later.
        handedOn = InheritedDescriptors.numbers()
        self.capture = capture
        behind = networks
        self.plan = plan
        do {
            uplink =
                internet
                ? try Uplink(
                    for: plan.scenario.link.parameters,
                    largestPacket: largestPacket,
                    path: Environment.variables["PATH"]
                ) : nil
            let relay = internet ? try NameRelay.ofMachine() : nil
            resolvesNames = !internet || relay != nil
            let trust = try BenchTrust(for: plan.scenario)
            let hosts = try HostPair(for: plan)
            for address in redirection?.addresses ?? [] { try hosts.addOriginAddress(address) }
            ground = try PacketGround(
                plan.scenario,
                drawing: LibraryDrawing(),
                hosts: hosts,
                clock: RunClock(),
                names: .always,
                redirecting: redirection,
                relay: relay,
                trust: trust,
                translating: Self.translated(networks),
                logCapacity: capture == nil ? 0 : Self.notedPackets
            )
            authority = trust.authority
            origin = trust
            self.trust = try trust.install(joining: ownBundle)
            browsers = BrowserTrust(trust)
            recorder =
                capture == nil && watcher == nil
                ? nil : try BenchRecorders.onClient(ground.hosts, plan, file: capture, watcher: watcher)
            try uplink?.connect(ground.hosts, behind: networks)
            try ground.start()
        } catch {
            throw BenchError(error)
        }
    }

    /// Networks behind the client's host, if there is one of each version with as many addresses.
    private static func translated(_ networks: [IPNetwork]) -> AddressMapping.Clients? {
        guard let ip4 = networks.first(where: \.base.isV4), let ip6 = networks.first(where: { !$0.base.isV4 })
        else { return nil }
        return AddressMapping.Clients(ip4: ip4, ip6: ip6)
    }

    /// Calls `body` on the client's host. Sockets and interfaces made there stay there.
    package func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try ground.hosts.onClient(body)
    }

    /// The same on the origin's host, where threads stay, too.
    package func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try ground.hosts.onOrigin(body)
    }

    /// True if the line carries several packets of a stream as one.
    package var mergesPackets: Bool { ground.hosts.offloads }

    /// Changes the line from now on, for all clients or for one. What belongs to the hosts stays: MTU and versions of IP. How
    /// long the name server takes follows the line of all.
    package func change(_ order: LineOrder) {
        ground.change(order)
    }

    /// Why the line, the origin or the way out has ended by itself; nil if all work.
    package var failure: String? { ground.failure ?? uplink?.failure }

    package func start(_ order: ProgramOrder) throws -> SupervisedProgram {
        try ground.hosts.onClient { try SupervisedProgram(order, handedOn: handedOn) }
    }

    /// Starts a guest on the origin's host, and waits, up to `patience`, until a port is listened at that was
    /// not before. The guest may have ended by then.
    package func serve(_ order: ProgramOrder, until isStopped: () -> Bool) throws -> SupervisedProgram {
        try ground.hosts.onOrigin {
            let before = ListeningPorts.count()
            let server = try SupervisedProgram(order)
            let start = ground.clock.now()
            while ListeningPorts.count() <= before, ground.clock.now() - start < Self.patience, !isStopped() {
                Readiness.wait(for: [], milliseconds: Self.lookMilliseconds)
                if server.hasEnded { break }
            }
            return server
        }
    }

    package func finish() -> GuestSummary { finish(others: nil) }

    /// `others` are secrets of more sessions that are in the capture.
    package func finish(others: KeyLog?) -> GuestSummary {
        let lostUplink = uplink?.failure
        uplink = nil
        let shortage = ProcessorShortage.untilNow().since(shortageBefore)
        let ended = ground.takeDown()
        browsers.remove()
        var report = GuestSummary(
            failures: ended.failures + ground.origin.expiries,
            lostPackets: ended.line.lost,
            latenessP99: ended.line.lateness.percentile(99),
            failedSessions: ground.origin.failedSessions,
            browserObjections: browsers.objections,
            shortage: shortage
        )
        if let lostUplink { report.failures.append(lostUplink) }
        guard let recorder, let capture else { return report }
        let summary = recorder.stop()
        report.captureDrops = summary.dropped
        if let error = summary.writeError ?? summary.readError {
            report.failures.append("\(capture): \(error)")
        } else if let failure = annotate(
            capture,
            others?.lines ?? [],
            // If packets are missing, the log's order cannot identify the others.
            summary.dropped == 0 ? ended.line.log : []
        ) {
            report.failures.append("\(capture): \(failure)")
        }
        return report
    }

    /// Adds the secrets of the origin's sessions, and others, to the capture, and what the line did to its first packets.
    /// Returns why that failed; the capture is then as it was.
    private func annotate(
        _ capture: String,
        _ others: [String],
        _ log: [LinkLogEntry]
    ) -> CaptureError? {
        let secrets = origin.keyLog.lines + others
        // A pipe is gone, and a link must stay one.
        guard !secrets.isEmpty || !log.isEmpty, let file = try? Folder.real(capture),
            FileStatus(file)?.isRegular == true
        else { return nil }
        do throws(CaptureError) {
            try BenchRecorders.annotate(file, of: .client, plan, secrets: secrets, log, behind: behind)
            return nil
        } catch {
            return error
        }
    }
}
