import Foundation
import TestSupport
import Testing

/// OpenSSL's own server for one test: it answers with a page about the session, says that TLS ends, and keeps the
/// connection until its client ends TLS, too.
final class OpenSSLServer {
    static var isInstalled: Bool { Program.find("openssl") != nil }

    /// The server's certificate, which signs itself, with its key.
    let identity: String
    let port: String
    private let folder: ScratchFolder
    private let server: RunningProgram

    init(_ options: String...) throws {
        folder = try ScratchFolder()
        let program = try #require(Program.find("openssl"))
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=visitor", "-keyout", "key.pem", "-out", "certificate.pem",
        ]
        _ = try Program(program, words, in: folder.path).run()
        identity = try ["certificate.pem", "key.pem"].map { [folder] name in
            try String(contentsOfFile: folder.file(name), encoding: .utf8)
        }.joined()
        let serving = ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem"]
        let server = try Program(program, serving + ["-www"] + options, in: folder.path).start()
        self.server = server
        _ = Waiting.until { server.output.contains("ACCEPT 127.0.0.1:") }
        let line = server.output.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
        port = line?.split(separator: ":").last.map { String($0) } ?? ""
    }

    deinit {
        server.signal(SIGKILL)
        _ = try? server.finish()
    }
}
