import Forwarding
import LinkModel
import Programs

/// One `--throttle`: hosts, and the profile of the line that they share.
package struct HostLineOption {
    package static let name = "--throttle"

    let hosts: HostPattern
    let line: FrontLine

    /// Reads `HOST=PROFILE`.
    init(_ text: String, lossAsDelay: Bool) throws(CommandFailure) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let hosts = HostPattern(parts[0]) else {
            throw CommandFailure(
                .wrongUsage,
                "\(Self.name) takes a host and a profile: not `\(text)`",
                advice: "for example \(Self.name) '*.example.com=3g'; netlab profiles lists them"
            )
        }
        self.hosts = hosts
        line = try FrontLine.of(
            profile: try Self.profile(parts[1]),
            settings: [],
            lossAsDelay: lossAsDelay
        )
    }

    /// nil for a line without limits.
    private static func profile(_ name: String) throws(CommandFailure) -> String? {
        if name == "none" { return nil }
        guard let profile = try ProfileChoice([name]).profile else {
            throw CommandFailure(
                .wrongUsage,
                "\(Self.name) takes one profile: `\(name)` is a family of them"
            )
        }
        return profile.name
    }
}
