import LinuxIO
package import Scenarios

extension BenchTrust {
    /// The trust that a scenario's origin needs; nil without encryption.
    package static func wanted(by scenario: Scenario) throws -> BenchTrust? {
        guard let encryption = scenario.origin.encryption else { return nil }
        return try BenchTrust(
            now: RunClock.wall() / 1_000_000_000,
            encryption,
            http: scenario.origin.http,
            for: scenario.hosts.map(\.host)
        )
    }
}
