import HTTP
import LinuxIO
import Origin
import Scenarios

/// Under which URL the client asks for a file.
struct OriginAddress {
    private let isEncrypted: Bool
    private let files: [String: HostedFile]
    /// Of the files whose URLs hold for a time only.
    private let signings: [String: URLSigning]

    /// By which URLs that hold for a time are signed.
    private let calendar: Calendar

    init(_ scenario: Scenario, calendar: Calendar) {
        self.calendar = calendar
        isEncrypted = scenario.origin.encryption != nil
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        let hosts = Dictionary(scenario.hosts.map { ($0.host, $0.settings) }) { first, _ in first }
        signings = files.compactMapValues { hosts[$0.host]?.behaviour(of: $0.path).signing.value }
    }

    /// One that holds from now on.
    func url(_ name: String) -> String {
        guard let file = files[name] else { return "http://\(Bench.originName)/\(name)" }
        let url = file.url(isEncrypted: isEncrypted)
        guard let signing = signings[name] else { return url }
        let now = HTTPDate(secondsSince1970: calendar.wall / 1_000_000_000)
        let path = "/\(file.path)"
        return String(url.dropLast(path.count)) + SignedPath(signing).target(path, now: now)
    }
}
