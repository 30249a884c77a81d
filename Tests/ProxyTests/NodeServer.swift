import Foundation
import TestSupport
import Testing

/// Node's own server of HTTP/2 over TLS, for one test. It states the length of each body, and ends the stream in a frame
/// of its own after it.
final class NodeServer {
    static var isInstalled: Bool { Program.find("node") != nil && Program.find("openssl") != nil }

    private static let script = """
        const fs = require('fs')
        const server = require('http2').createSecureServer({
          key: fs.readFileSync('key.pem'), cert: fs.readFileSync('certificate.pem'), allowHTTP1: true })
        server.on('request', (request, response) => {
          const body = Buffer.alloc(100 + Number(request.url.slice(1)), 'x')
          response.writeHead(200, {'content-length': body.length, 'cache-control': 'max-age=600'})
          response.end(body)
        })
        server.listen(0, '127.0.0.1', () => console.log('PORT ' + server.address().port))
        """

    let url: String
    private let folder: ScratchFolder
    private let server: RunningProgram

    init() throws {
        folder = try ScratchFolder()
        try Data(Self.script.utf8).write(to: URL(filePath: folder.file("server.js")))
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "certificate.pem",
        ]
        _ = try Program(try #require(Program.find("openssl")), words, in: folder.path).run()
        let node = Program(try #require(Program.find("node")), ["server.js"], in: folder.path)
        let server = try node.start()
        self.server = server
        _ = Waiting.until { server.output.contains("\n") }
        let port = server.output.split(separator: "\n").first?.split(separator: " ").last
        url = "https://127.0.0.1:\(port ?? "0")"
    }

    deinit {
        server.signal(SIGKILL)
        _ = try? server.finish()
    }
}
