import Foundation
import TestSupport
import Testing

/// Needs no rights, and IPv6 on the loopback.
@Suite(
    .timeLimit(.minutes(3)),
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6"), "needs IPv6")
)
struct `A server on IPv6` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("a.txt", "0123456789")
    }

    @Test(arguments: [[], ["--profile", "wifi"]])
    func `is reached by its address in brackets and logs its clients' addresses`(line: [String]) throws {
        let server = try Server(arguments: [".", "--bind", "::1"] + line, in: folder)
        #expect(server.url.hasPrefix("http://[::1]:"))
        #expect(try server.curl("a.txt", in: folder).output == "0123456789")
        let output = try server.stop()
        #expect(output.errors.contains(#"::1 - - ["#), "\(output.errors)")
        #expect(!output.errors.contains("warning"), "\(output.errors)")
    }

    @Test func `listens on both address families when bound to all addresses`() throws {
        let server = try Server("--bind", "::", "--log", "json", in: folder)
        // The machine's first address that others can reach, if it has one.
        #expect(server.url.hasSuffix(":\(server.port)/") && !server.url.contains("[::]"))
        for host in ["127.0.0.1", "[::1]"] {
            let url = "http://\(host):\(server.port)/fixture/jpeg/500"
            let curl = Program(
                "/usr/bin/curl",
                ["-sS", "-g", "-o", "got", "-w", "%{http_code}", url],
                in: folder.path
            )
            #expect(try curl.run().output == "200", "\(host)")
        }
        let output = try server.stop()
        #expect(output.errors.contains("everyone who reaches this machine"), "\(output.errors)")
        #expect(output.errors.contains("http://[::1]:\(server.port)/"), "\(output.errors)")
        #expect(output.output.contains(#""client":"127.0.0.1""#), "\(output.output)")
        #expect(output.output.contains(#""client":"::1""#), "\(output.output)")
        #expect(output.output.contains(#""address":"::""#), "\(output.output)")
    }

    @Test func `has a certificate for its address`() throws {
        let server = try Server(".", "--bind", "[::1]", "--tls", "--ca", "ca.pem", in: folder)
        #expect(server.url.hasPrefix("https://[::1]:"))
        #expect(try server.curl("a.txt", "--cacert", "ca.pem", in: folder).output == "0123456789")
        #expect(try server.stop().status == 0)
    }
}
