import HTTP
import LinuxIO
import Serving
import Synchronization
import TLS

@testable import CacheClient

/// A server of HTTP/1.1 and HTTP/2 on loopback, encrypted or not, that answers each path with its own bytes.
final class SharingServer: Sendable {
    static let host = "origin.netlab.test"
    static let bodySize = 100_000

    private final class Responder: RequestResponder {
        let ended = Mutex<[ServedExchange]>([])

        func respond(to request: ServedRequest) -> ServedAnswer {
            let byte = request.head.target.utf8.last ?? 0
            let body = [UInt8](repeating: byte, count: SharingServer.bodySize)
            return .now(ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body)))
        }

        func ended(_ exchange: ServedExchange) {
            ended.withLock { $0.append(exchange) }
        }
    }

    private let responder = Responder()
    private let server: HTTPServer
    private let authority: String?

    /// Without `tls` the server is unencrypted.
    init(
        _ tls: TLSParameters?,
        _ protocols: HTTPProtocols = [.http1, .http2],
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        clock: RunClock
    ) throws {
        var context: TLSServerContext?
        if let tls {
            let validity = CertificateValidity.days(2, from: RunClock.wall() / 1_000_000_000)
            let authority = try CertificateAuthority(validity: validity)
            let identity = try authority.issue(
                to: CertificateSubject(names: [Self.host]),
                validity: validity
            )
            context = try TLSServerContext(identity, tls)
            self.authority = authority.certificatePEM
        } else {
            authority = nil
        }
        server = try HTTPServer(
            listener: Listener(address: address, port: port, tls: context, protocols: protocols),
            responder: responder,
            clock: clock
        )
        try server.start()
    }

    var port: UInt16 { server.port }

    /// In order of their ends.
    var exchanges: [ServedExchange] { responder.ended.withLock { $0 } }

    /// The configuration of a client that can resolve and trust it.
    func configuration(_ http: HTTPVersions, connections: Int = 6) -> Configuration {
        Configuration(
            connections: connections,
            http: http,
            timeout: .seconds(600),
            hosts: [Self.host: "127.0.0.1"],
            authorities: authority
        )
    }

    func url(_ path: String) -> String {
        "\(authority == nil ? "http" : "https")://\(Self.host):\(server.port)/\(path)"
    }

    func stop() {
        server.stop()
    }
}
