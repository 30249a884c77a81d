import Forwarding
import Proxy
import TLS
import TestSupport
import Testing

/// What a server that asks for a client's certificate gets.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: Program.find("curl") != nil && OpenSSLServer.isInstalled, "needs curl and openssl")
)
struct ClientCertificateTests {
    @Test(arguments: [true, false])
    func `only servers that match the pattern get the client certificate`(_ isNamed: Bool) throws {
        let server = try OpenSSLServer("-Verify", "1")
        let identity = try ClientIdentity(pem: server.identity)
        let bench = try ProxyBench(change: { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.insecure = settings.intercepted
            settings.clientCertificates = [HostPattern(isNamed ? "127.*" : "*.test")].compactMap { $0 }
                .map { ClientCertificate(for: $0, identity) }
        })
        let output = try bench.curl(
            "https://127.0.0.1:\(server.port)/",
            "-w",
            "|%{http_code}",
            "--max-time",
            "20"
        )
        if isNamed {
            #expect(output.output.hasSuffix("|200") && output.output.contains("BEGIN CERTIFICATE"))
        } else {
            #expect(output.output.hasSuffix("|502") && output.output.contains("certificate required"))
        }
    }
}
