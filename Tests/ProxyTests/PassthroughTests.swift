import Forwarding
import LinuxIO
import Proxy
import TLS
import TestSupport
import Testing
import Wire

/// Clients that accept no certificate but the server's own.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct PassthroughTests {
    private static func everything(_ settings: inout ProxySettings) {
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
    }

    /// An app that trusts the server's issuer alone.
    private func pinned(_ bench: ProxyBench, _ words: String...) throws -> Int32 {
        // A SOCKS5 client looks the name up, and the server has one address.
        let words =
            ["-4", "--cacert", bench.folder.file("world.pem"), "-o", "/dev/null", "\(bench.secure)/a"] + words
        return try bench.curl(words).status
    }

    @Test(arguments: ["1.2", "1.3"], ["http", "socks5h", "socks5"])
    func `a host whose certificate the client rejects is tunnelled from then on`(
        _ version: String,
        _ scheme: String
    ) throws {
        let bench = try ProxyBench { settings in
            Self.everything(&settings)
            settings.passesRefused = true
        }
        let proxy = ["-x", "\(scheme)://\(bench.proxy.address)", "--tls-max", version]
        // 60: the certificate is not accepted.
        #expect(try pinned(bench, proxy[0], proxy[1], proxy[2], proxy[3]) == 60)
        _ = Waiting.until { !bench.observer.failed.isEmpty }
        let failure = try #require(bench.observer.failed.first)
        #expect(
            failure.isPassedThrough
                && failure.server?.host == (scheme == "socks5" ? "127.0.0.1" : "localhost")
        )
        #expect(try pinned(bench, proxy[0], proxy[1], proxy[2], proxy[3]) == 0)
        #expect(bench.exchanges(2).last?.kind == .tunnel)
    }

    @Test func `without the option every attempt fails`() throws {
        let bench = try ProxyBench(change: Self.everything)
        for count in 1...2 {
            #expect(try pinned(bench) == 60)
            #expect(Waiting.until { bench.observer.failed.count == count })
        }
        #expect(bench.observer.failed.allSatisfy { !$0.isPassedThrough && $0.server?.host == "localhost" })
    }

    @Test func `a handshake that fails for another reason does not disable interception`() throws {
        let bench = try ProxyBench { settings in
            Self.everything(&settings)
            settings.passesRefused = true
        }
        // No version is spoken by both.
        #expect(
            try bench.curl("--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0", bench.secure).status == 35
        )
        #expect(try bench.curl("\(bench.secure)/a").output == "/a")
        // Each attempt has a CONNECT of its own.
        #expect(bench.exchanges(3).last?.kind == .intercepted)
    }
}
