import Glibc
import LinuxIO
import Logs
import TLS
import TestSupport
import Testing

@testable import Origin

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: access("/usr/bin/curl", X_OK) == 0, "needs /usr/bin/curl"),
    .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "needs /usr/bin/openssl")
) struct SecureOriginTests {
    @Test(arguments: ["1.2", "1.3"])
    func `curl fetches over each TLS version, and the plain listener serves the same file`(version: String)
        throws
    {
        let origin = try SecureOrigin()
        let format = ["-o", "/dev/null", "-w", "%{http_code} %{size_download} %{ssl_verify_result} "]
        let arguments = ["--tlsv\(version)", "--tls-max", version]
        let secure = try origin.trustingCurl(arguments + format + [origin.url("a.jpg")])
        #expect(secure.output == "200 125724 0 " && secure.errors.isEmpty)
        let plain = try origin.curl(format + ["http://127.0.0.1:\(origin.server.port)/a.jpg"])
        #expect(plain.output == "200 125724 0 ")
        let log = origin.server.stop()
        #expect(log.map(\.bodyBytes) == [125_724, 125_724])
        #expect(origin.server.failedSessions.isEmpty)
    }

    @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
    func `curl trusts the origin by either environment variable alone`(name: String) throws {
        let origin = try SecureOrigin()
        let fetch = ["-o", "/dev/null", "-w", "%{http_code}", origin.url("a.jpg")]
        let trusting = try origin.curl(fetch, environment: origin.trust.environment.filter { $0.key == name })
        #expect(trusting.output == "200" && trusting.status == 0)
    }

    @Test func `curl refuses an untrusted origin, and the origin records the failed handshake`() throws {
        let origin = try SecureOrigin()
        #expect(try origin.curl([origin.url("a.jpg")]).status == 60)
        // Once it has answered a later client, the origin has seen the alert.
        #expect(try origin.trustingCurl(["-o", "/dev/null", origin.url("a.jpg")]).status == 0)
        #expect(origin.server.stop().count == 1)
        #expect(origin.server.failedSessions.count == 1)
        #expect(origin.server.failedSessions.keys.first?.contains("unknown ca") == true)
    }

    @Test func `curl refuses certificates with a wrong host, an expired date or a self-signature`() throws {
        let now = RunClock.wall() / 1_000_000_000
        for origin in [
            try SecureOrigin(for: ["other.netlab.test"]), try SecureOrigin(validity: .expired(at: now)),
            try SecureOrigin(signedBy: .itself),
        ] {
            #expect(try origin.trustingCurl([origin.url("a.jpg")]).status == 60)
        }
    }

    @Test func `the certificate passes strict verification`() throws {
        let origin = try SecureOrigin()
        let output = try Program(
            "/usr/bin/openssl",
            [
                "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", SecureOrigin.host,
                "-CAfile", origin.authorityPath, origin.certificatePath,
            ]
        ).run()
        #expect(output.status == 0 && output.output.hasSuffix(": OK\n"))
    }

    @Test(arguments: [true, false])
    func `sessions resume only if tickets are enabled`(resumes: Bool) throws {
        let origin = try SecureOrigin(TLSParameters(resumes: resumes))
        let output = try Program(
            "/usr/bin/openssl",
            ["s_client", "-connect", "127.0.0.1:\(origin.port)", "-tls1_2", "-reconnect"],
            environment: origin.trust.environment
        ).run()
        let reused = output.output.split(separator: "\n").count { $0.hasPrefix("Reused, TLSv1.2") }
        #expect(reused == (resumes ? 5 : 0))
        #expect(output.output.contains("Verify return code: 0 (ok)"))
    }

    @Test func `a large image arrives intact`() throws {
        let origin = try SecureOrigin()
        let folder = try ScratchFolder()
        let path = folder.file("large.png")
        #expect(
            try origin.trustingCurl(["-f", "-o", path, origin.url("fixture/png/8000000?seed=3")]).status == 0
        )
        let plain = folder.file("plain.png")
        let url = "http://127.0.0.1:\(origin.server.port)/fixture/png/8000000?seed=3"
        #expect(try origin.curl(["-f", "-o", plain, url]).status == 0)
        #expect(try Program("/usr/bin/cmp", [path, plain]).run().status == 0)
    }

    @Test func `64 simultaneous connections are served despite broken clients`() throws {
        let origin = try SecureOrigin()
        let noise = try LoopbackClient(port: origin.port)
        try noise.send(String(repeating: "x", count: 5000))
        let half = try LoopbackClient(port: origin.port)
        try half.send([22, 3, 1, 2, 0, 1, 0])
        let fetches = (0..<64).flatMap { ["-o", "/dev/null", origin.url("a.jpg?\($0)")] }
        let parallel = ["-Z", "--parallel-immediate", "--parallel-max", "64", "-w", "%{http_code}\n"]
        let output = try origin.trustingCurl(parallel + fetches)
        #expect(output.output == String(repeating: "200\n", count: 64))
        let log = origin.server.stop()
        #expect(log.count == 64 && log.allSatisfy { $0.bodyBytes == 125_724 })
        #expect(Set(log.map(\.clientPort)).count > 32)
    }
}
