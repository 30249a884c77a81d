import Forwarding
import LinuxIO
import Proxy
import Synchronization
import TLS
import TestSupport
import Wire

/// A server of HTTP/2 that sends exactly the frames of a test.
final class FrameServer {
    let server: ScriptedServer
    private let context: TLSServerContext

    /// `serve` gets each connection after its preface and the server's settings, and the connection's number.
    init(
        settings: [(UInt16, UInt32)] = [],
        _ serve: @escaping @Sendable (FramePeer, Int) -> Void
    ) throws {
        let validity = CertificateValidity.days(1, from: RunClock.wall() / 1_000_000_000)
        let authority = try CertificateAuthority(named: "nobody", validity: validity)
        let subject = CertificateSubject(names: ["localhost"], addresses: [.loopback4])
        let identity = try authority.issue(to: subject, validity: validity)
        let context = try TLSServerContext(identity, TLSParameters(applicationProtocols: ["h2"]))
        self.context = context
        server = try ScriptedServer { peer, number in
            guard let session = try? TLSSession(server: context) else { return }
            let connection = FramePeer(peer, session)
            guard connection.greet(settings) else { return }
            serve(connection, number)
        }
    }

    var url: String { "https://127.0.0.1:\(server.port)" }

    /// The proxy looks into TLS, and takes the server's certificate.
    static func trusting(_ settings: inout ProxySettings) {
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
        settings.insecure = settings.intercepted
    }
}
