import HTTP
import LinuxIO
import Origin
import Scenarios

/// Under which URL the client asks for a file.
struct OriginAddress {
    private let origin: OriginSettings

    init(_ scenario: Scenario) {
        origin = scenario.origin
    }

    /// Where URLs hold for a time only, one that holds from now on.
    func url(_ file: String) -> String {
        let scheme = origin.encryption == nil ? "http" : "https"
        return "\(scheme)://\(Bench.originName)\(target(file))"
    }

    private func target(_ file: String) -> String {
        guard let signing = origin.behaviour(of: file).signing.value else { return "/\(file)" }
        let now = HTTPDate(secondsSince1970: RunClock.wall() / 1_000_000_000)
        return SignedPath(signing).target("/\(file)", now: now)
    }
}
