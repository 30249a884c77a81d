import Foundation
import TestSupport
import Testing

/// A server of HTTP/2 over TLS that nobody here wrote, for one test. It states the length of each body, and ends the stream
/// in a frame of its own after it.
final class ForeignServer {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case node, go, nginx

        var testDescription: String { rawValue }

        var isInstalled: Bool { Program.find(rawValue) != nil && Program.find("openssl") != nil }
    }

    let url: String
    private let folder: ScratchFolder
    private let server: RunningProgram

    init(_ kind: Kind) throws {
        folder = try ScratchFolder()
        let openssl = try #require(Program.find("openssl"))
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "certificate.pem",
        ]
        _ = try Program(openssl, words, in: folder.path).run()
        let program = try #require(Program.find(kind.rawValue))
        let started: (server: RunningProgram, port: String)
        switch kind {
        case .node: started = try Self.node(program, folder)
        case .go: started = try Self.go(program, folder)
        case .nginx: started = try Self.nginx(program, folder)
        }
        server = started.server
        url = "https://127.0.0.1:\(started.port)"
    }

    deinit {
        server.signal(SIGKILL)
        _ = try? server.finish()
    }

    private static func write(_ text: String, to name: String, in folder: ScratchFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    /// The port that a server tells in its first line.
    private static func port(of server: RunningProgram) -> String {
        _ = Waiting.until { server.output.contains("\n") || !server.isRunning }
        return server.output.split(separator: "\n").first.map { String($0) } ?? "0"
    }

    // MARK: Node

    private static func node(_ program: String, _ folder: ScratchFolder) throws -> (RunningProgram, String) {
        let script = """
            const fs = require('fs')
            const server = require('http2').createSecureServer({
              key: fs.readFileSync('key.pem'), cert: fs.readFileSync('certificate.pem'), allowHTTP1: true })
            server.on('request', (request, response) => {
              const body = Buffer.alloc(100 + request.url.length, 'x')
              response.writeHead(200, {'content-length': body.length, 'cache-control': 'max-age=600'})
              response.end(body)
            })
            server.listen(0, '127.0.0.1', () => console.log(server.address().port))
            """
        try write(script, to: "server.js", in: folder)
        let server = try Program(program, ["server.js"], in: folder.path).start()
        return (server, port(of: server))
    }

    // MARK: Go

    private static func go(_ program: String, _ folder: ScratchFolder) throws -> (RunningProgram, String) {
        let script = """
            package main

            import (
            	"fmt"
            	"net"
            	"net/http"
            	"strconv"
            	"strings"
            )

            func main() {
            	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
            		body := strings.Repeat("x", 100+len(request.URL.Path))
            		response.Header().Set("Content-Length", strconv.Itoa(len(body)))
            		response.Header().Set("Cache-Control", "max-age=600")
            		fmt.Fprint(response, body)
            		response.(http.Flusher).Flush()
            	})
            	listener, _ := net.Listen("tcp", "127.0.0.1:0")
            	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
            	http.ServeTLS(listener, nil, "certificate.pem", "key.pem")
            }
            """
        try write(script, to: "server.go", in: folder)
        // Without a module, and without a question to the network for one.
        let alone = ["GO111MODULE": "off", "GOPROXY": "off", "GOFLAGS": ""]
        let built = try Program(
            program,
            ["build", "-o", "server", "server.go"],
            in: folder.path,
            environment: alone
        ).run()
        #expect(built.status == 0, "\(built.errors)")
        let server = try Program(folder.file("server"), [], in: folder.path).start()
        return (server, port(of: server))
    }

    // MARK: nginx

    /// It passes on what another of its servers says, piece by piece as that arrives.
    private static func nginx(_ program: String, _ folder: ScratchFolder) throws -> (RunningProgram, String) {
        let front = String(try LoopbackListener().port)
        let configuration = """
            daemon off; master_process off; pid nginx.pid; error_log stderr crit;
            events {}
            http {
              access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
              uwsgi_temp_path uwsgi; scgi_temp_path scgi; keepalive_requests 10000;
              server {
                listen 127.0.0.1:\(front) ssl http2;
                ssl_certificate certificate.pem; ssl_certificate_key key.pem;
                location / { proxy_pass http://unix:\(folder.file("back")):; proxy_buffering off; }
              }
              server {
                listen unix:\(folder.file("back"));
                location / {
                  add_header Cache-Control max-age=600;
                  return 200 "\(String(repeating: "x", count: 100))$uri";
                }
              }
            }
            """
        try write(configuration, to: "nginx.conf", in: folder)
        let server = try Program(program, ["-p", folder.path, "-c", "nginx.conf"], in: folder.path).start()
        _ = Waiting.until { (try? LoopbackClient(port: UInt16(front) ?? 0)) != nil || !server.isRunning }
        return (server, front)
    }
}
