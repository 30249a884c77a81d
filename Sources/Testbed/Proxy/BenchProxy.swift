import CacheClient
import Figures
import Forwarding
import Grounds
import HTTP
import LinuxIO
import Logs
import Proxy
import Runs
import Serving
import TLS
import Wire

/// netlab's own proxy on the client's host: the client speaks with it over the loopback, and it with the origin
/// over the line.
///
/// The main thread makes, starts and stops it, and stays on the client's host meanwhile.
final class BenchProxy {
    private static let loopback = "127.0.0.1"
    /// Of an authority that issues nothing, since nothing is encrypted.
    private static let days: Int64 = 1

    private let server: ProxyServer
    private let journal: ProxyJournal
    /// How the client reaches the proxy.
    let route: OriginRoute

    /// `direct` is how the origin is reached from the client's host. Clients that trust the origin trust the proxy,
    /// whose certificates are of the same authority.
    init(to direct: OriginRoute, _ trust: BenchTrust?, clock: RunClock) throws {
        try Loopback.bringUpWhereDown()
        journal = ProxyJournal()
        let journal = journal
        let authority = try trust?.authority ?? Self.unusedAuthority()
        server = try ProxyServer(
            listeners: ListenerSet(Listener(address: Self.loopback, protocols: [.http1, .http2])),
            settings: Self.settings(direct, authority),
            authority: authority,
            addresses: [.loopback4],
            clock: clock,
            observer: journal,
            isMeasured: true
        )
        var route = direct
        route.address = nil
        route.proxy = "http://\(server.address)"
        self.route = route
    }

    private static func settings(_ direct: OriginRoute, _ authority: CertificateAuthority) -> ProxySettings {
        var settings = ProxySettings()
        settings.intercepted = [.all]
        settings.hosts = direct.places
        settings.trust = { authority.certificatePEM }
        return settings
    }

    private static func unusedAuthority() throws(TLSError) -> CertificateAuthority {
        try CertificateAuthority(validity: .days(days, from: RunClock.wall() / 1_000_000_000))
    }

    func start() throws {
        try server.start()
    }

    /// Ends all connections, those with the origin included.
    func stop(into record: inout RunRecord) {
        server.stop()
        let log = journal.take()
        record.proxyLog = log.entries
        if let failure = server.failure { record.fail("the proxy stopped: \(failure)") }
        for failure in log.failures { record.fail("the proxy: \(failure)") }
        if log.omitted > 0 {
            record.fail("the proxy's log had no room for \(CountFormat.text(log.omitted, "request"))")
        }
    }
}
