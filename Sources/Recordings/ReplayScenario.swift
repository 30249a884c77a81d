import Figures
import LinkModel
import ScenarioFormat
package import Scenarios
import Wire

/// A scenario that repeats a recording's fetches: same hosts, names, sizes, server times and starts.
package struct ReplayScenario {
    /// A file that the scenario names.
    package struct Fixture: Hashable, Sendable {
        /// Relative to the scenario's file.
        package var path: String
        package var bytes: [UInt8]
    }

    private static let mostEntries = 10_000
    private static let mostHosts = 60
    /// Limits of a scenario's fetches.
    private static let latestStart: Nanoseconds = 86_400_000_000_000
    private static let mostExpectations = 900
    /// Factor of the client's timeout over the longest recorded exchange, since a replay may take longer.
    private static let patience: Nanoseconds = 4
    private static let step = "recorded"

    package private(set) var scenario: Scenario
    package private(set) var fixtures: [Fixture] = []
    /// Differences from the recorded traffic.
    package private(set) var remarks: [RecordingRemark]

    private let keepsSecrets: Bool
    private var names = ReplayNames()
    /// Files by host, in the order of their first fetch; those of the scenario's own origin under its name.
    private var hosts: [(name: String, files: [OriginFile])] = []
    /// By host and target.
    private var known: [String: [Known]] = [:]
    private var entries: [FetchStep.Entry] = []
    private var expectations: [Expectation] = []
    private var scrubbed = 0

    private struct Known {
        var exchange: RecordedExchange
        var file: String
        var end: Nanoseconds
    }

    /// `link` replaces the recording's own line if given.
    package init(_ recording: Recording, name: String, link: LinkSettings? = nil, keepsSecrets: Bool = false)
    {
        self.keepsSecrets = keepsSecrets
        let isWithoutLine = link == nil && !recording.showsLine
        remarks = (isWithoutLine ? [.withoutLine] : []) + recording.remarks
        scenario = Scenario(
            name: name,
            about: "Recorded traffic, to be fetched again",
            seed: 1,
            link: link ?? LinkSettings(parameters: recording.line),
            origin: OriginSettings(),
            client: ClientSettings(policy: .none),
            steps: []
        )
        let usable = usable(recording.exchanges).sorted { $0.start < $1.start }
        for exchange in usable.prefix(Self.mostEntries) { add(exchange) }
        if usable.count > Self.mostEntries {
            remarks.append(.tooMany(kept: Self.mostEntries, of: usable.count))
        }
        if scrubbed > 0 { remarks.append(.scrubbed(values: scrubbed)) }
        conclude(usable)
    }

    /// True if nothing is left to replay.
    package var isEmpty: Bool { entries.isEmpty }

    /// A one-line count of its contents.
    package var summary: String {
        let bytes = scenario.hostedFiles.reduce(0) { $0 + $1.size }
        let files = CountFormat.text(scenario.hostedFiles.count, "file")
        return CountFormat.text(entries.count, "fetch", "fetches")
            + " of \(files) from \(CountFormat.text(hosts.count, "host")), "
            + ByteFormat.text(bytes)
    }

    /// The text of the scenario's file.
    package var text: String { ResolvedScenario(scenario).text }

    private mutating func usable(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
        var leftOut: [RecordingRemark.Exclusion: Int] = [:]
        let usable = exchanges.filter { exchange in
            let why: RecordingRemark.Exclusion? =
                switch exchange.status {
                case _ where exchange.method != "GET": .otherMethod
                case _ where exchange.start > Self.latestStart: .tooLate
                case 304: .notModified
                case 300..<400: .redirected
                case 200..<600: nil
                default: .unanswered
                }
            if let why { leftOut[why, default: 0] += 1 }
            return why == nil
        }
        for why in RecordingRemark.Exclusion.allCases {
            if let count = leftOut[why] { remarks.append(.excluded(exchanges: count, why)) }
        }
        return usable
    }

    private mutating func add(_ exchange: RecordedExchange) {
        let host = ReplayNames.host(exchange.host)
        guard hosts.contains(where: { $0.name == host }) || hosts.count < Self.mostHosts else { return }
        let target = keepsSecrets ? (exchange.target, 0) : Scrubbing.scrubbed(target: exchange.target)
        scrubbed += target.1
        let file = file(for: exchange, target.0, on: host)
        entries.append(FetchStep.Entry(file: file, at: exchange.start))
    }

    /// The step's name of the file that answers: an earlier exchange's file if its answer was identical and
    /// had ended.
    private mutating func file(
        for exchange: RecordedExchange,
        _ target: String,
        on host: String
    ) -> String {
        let key = "\(host) \(target)"
        let same = known[key]?.firstIndex { known in
            known.end <= exchange.start && known.exchange.status == exchange.status
                && known.exchange.bodyBytes == exchange.bodyBytes
                && known.exchange.serverTime == exchange.serverTime
        }
        if let same, let file = known[key]?[same].file {
            known[key]?[same].end = exchange.end
            return file
        }
        let name = names.file(target, on: host)
        let content = ReplayContent(exchange: exchange, keepsSecrets: keepsSecrets)
        var file = OriginFile(name: name, content: content.made, behaviour: content.behaviour)
        if let bytes = content.bytes {
            let fixture = Fixture(path: "fixtures/\(fixtures.count + 1)-\(Self.ending(name))", bytes: bytes)
            fixtures.append(fixture)
            file.content = .file(path: fixture.path, bytes: bytes)
        }
        place(file, on: host)
        let full = host == OriginSettings.hostName ? name : "\(host)/\(name)"
        known[key, default: []].append(Known(exchange: exchange, file: full, end: exchange.end))
        expect(exchange.status, of: full)
        return full
    }

    private mutating func place(_ file: OriginFile, on host: String) {
        let index = hosts.firstIndex { $0.name == host } ?? hosts.count
        if index == hosts.count { hosts.append((host, [])) }
        hosts[index].files.append(file)
    }

    /// A file's own name, short enough to get a number before it.
    private static func ending(_ name: String) -> String {
        String((name.split(separator: "/").last ?? "body").suffix(60))
    }

    /// A recorded failure does not fail the replay.
    private mutating func expect(_ status: Int, of file: String) {
        guard status >= 400, expectations.count < Self.mostExpectations else { return }
        expectations.append(
            Expectation(
                text: "\(Self.step)[\(file)].status == \(status)",
                line: 1,
                subject: Expectation.Subject(
                    step: Self.step,
                    file: file,
                    metric: ExpectationMetric("status", .number, of: .transfer)
                ),
                comparison: .equal,
                value: .number(Double(status))
            )
        )
    }

    private mutating func conclude(_ exchanges: [RecordedExchange]) {
        let ownFiles = hosts.first { $0.name == OriginSettings.hostName }?.files
        scenario.origin.files = ownFiles ?? []
        if exchanges.filter(\.isEncrypted).count * 2 > exchanges.count {
            scenario.origin.encryption = OriginEncryption()
        }
        if exchanges.contains(where: \.isHTTP2) { scenario.origin.http = [.http2, .http11] }
        scenario.namedOrigins = hosts.filter { $0.name != OriginSettings.hostName }.map { host in
            var settings = scenario.origin
            settings.files = host.files
            return NamedOrigin(host: host.name, settings: settings)
        }
        let longest = exchanges.map { $0.end - $0.start }.max() ?? 0
        scenario.client.timeout = max(scenario.client.timeout, longest * Self.patience)
        scenario.client.connections = connections(exchanges)
        scenario.expectations = expectations
        scenario.steps = [.fetch(FetchStep(name: Self.step, entries: entries))]
    }

    /// The most connections open to one host at once; a browser's usual number if unknown.
    private func connections(_ exchanges: [RecordedExchange]) -> Int {
        let usual = ClientSettings().connections
        let most =
            Dictionary(grouping: exchanges, by: \.host).values.map { exchanges -> Int in
                let connections = Dictionary(grouping: exchanges.filter { $0.connection != nil }) {
                    $0.connection
                }
                let spans = connections.values.map { group in
                    (start: group.map(\.start).min() ?? 0, end: group.map(\.end).max() ?? 0)
                }
                return spans.map { span in
                    spans.filter { $0.start <= span.start && span.start < $0.end }.count
                }.max() ?? 0
            }.max() ?? 0
        return most == 0 ? usual : min(256, most)
    }
}
