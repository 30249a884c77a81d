import LinkEngine
import LinuxIO
package import Scenarios
package import TLS
package import Wire

extension BenchTrust {
    /// The trust for a scenario's origin, which clients reach at these addresses, whether or not it asks for encryption.
    package convenience init(
        for scenario: Scenario,
        at addresses: [IPAddress] = [.v4(HostPair.originAddress)],
        by authority: CertificateAuthority? = nil
    ) throws(TLSError) {
        try self.init(
            now: RunClock.wall() / 1_000_000_000,
            scenario.origin.encryption ?? OriginEncryption(),
            http: scenario.origin.http,
            for: scenario.hosts.map(\.host),
            at: addresses,
            by: authority
        )
    }

    /// The trust that a scenario's origin needs; nil without encryption.
    package static func wanted(
        by scenario: Scenario,
        at addresses: [IPAddress] = [.v4(HostPair.originAddress)],
        of authority: CertificateAuthority? = nil
    ) throws(TLSError) -> BenchTrust? {
        scenario.origin.encryption == nil
            ? nil : try BenchTrust(for: scenario, at: addresses, by: authority)
    }
}
