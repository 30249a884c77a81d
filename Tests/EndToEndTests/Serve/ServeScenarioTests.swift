import Foundation
import TestSupport
import Testing

/// Needs no rights.
@Suite(.timeLimit(.minutes(3)))
struct `A server of a scenario` {
    private static let untrusted: Int32 = 60

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// `origin` is the content of `origin:` besides its one file.
    private func write(_ origin: String) throws {
        let text = """
            netlab: 1
            link: { down: {}, up: {} }
            origin: { \(origin), files: { a: { text: own } } }
            origins: { images.example.com: { files: { a: { text: image } } } }
            steps: [ { name: all, fetch: all } ]
            """
        try folder.write("s.yaml", text)
    }

    @Test func `uses the scenario's TLS settings for all its hosts`() throws {
        try write("tls: { version: 1.2 }, http: [h2]")
        let server = try Server("s.yaml", "--ca", "ca.pem", in: folder)
        #expect(server.url.hasPrefix("https://127.0.0.1:"))
        for (host, text) in [("origin.netlab.test", "own"), ("images.example.com", "image")] {
            let arguments = [
                "-sS", "--max-time", "60", "--cacert", "ca.pem", "-w", " %{http_version}",
                "--resolve", "\(host):\(server.port):127.0.0.1", "https://\(host):\(server.port)/a",
            ]
            #expect(try Program("/usr/bin/curl", arguments, in: folder.path).run().output == "\(text) 2")
        }
        #expect(try server.curl("a", "--cacert", "ca.pem", "--tlsv1.3", in: folder).status != 0)
        #expect(try server.stop().status == 0)
    }

    @Test(arguments: ["expired", "self-signed", "wrong-host"])
    func `presents the invalid certificate that the scenario requests`(certificate: String) throws {
        try write("tls: { certificate: \(certificate) }")
        let server = try Server("s.yaml", "--ca", "ca.pem", in: folder)
        #expect(try server.curl("a", "--cacert", "ca.pem", in: folder).status == Self.untrusted)
        #expect(try server.curl("a", "-k", in: folder).output == "own")
        #expect(server.errors.contains("its certificate is invalid on purpose: \(certificate)"))
        #expect(try server.stop().status == 0)
    }

    @Test func `speaks only the HTTP versions that the scenario offers`() throws {
        try write("http: [http/1.1]")
        let server = try Server("s.yaml", in: folder)
        #expect(try server.curl("a", "-w", " %{http_version}", "--http2", in: folder).output == "own 1.1")
        #expect(try server.curl("a", "--http2-prior-knowledge", in: folder).status != 0)
        #expect(try server.stop().status == 0)
    }
}
