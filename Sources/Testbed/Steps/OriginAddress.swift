import HTTP
import LinuxIO
import Origin
import Scenarios

/// The URL under which the client asks for a file.
struct OriginAddress {
    private let isEncrypted: Bool
    private let files: [String: HostedFile]
    /// Files with signed URLs.
    private let signings: [String: URLSigning]

    /// Calendar for the expiry dates of signed URLs.
    private let calendar: Calendar

    init(_ scenario: Scenario, calendar: Calendar) {
        self.calendar = calendar
        isEncrypted = scenario.origin.encryption != nil
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        let hosts = Dictionary(scenario.hosts.map { ($0.host, $0.settings) }) { first, _ in first }
        signings = files.compactMapValues { hosts[$0.host]?.behaviour(of: $0.path).signing.value }
    }

    /// The file's URL; a signed one is valid from now on.
    func url(_ name: String) -> String {
        guard let file = files[name] else { return "http://\(Bench.originName)/\(name)" }
        let url = file.url(isEncrypted: isEncrypted)
        guard let signing = signings[name] else { return url }
        let now = HTTPDate(secondsSince1970: calendar.wall / 1_000_000_000)
        let path = "/\(file.path)"
        return String(url.dropLast(path.count)) + SignedPath(signing).target(path, now: now)
    }
}
