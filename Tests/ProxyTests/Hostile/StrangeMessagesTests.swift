import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing

/// Messages that two readers could take for different ones: a proxy passes on only what it is sure of.
@Suite(.timeLimit(.minutes(1)))
struct StrangeMessagesTests {
    private static let usual = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

    /// Everything that the proxy says to these bytes.
    private func exchange(
        _ text: String,
        with server: RawServer,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> (answer: String, exchanges: [ProxyExchange]) {
        let bench = try ProxyBench(change: change)
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(text.replacing("SERVER", with: "127.0.0.1:\(server.port)"))
        client.finishSending()
        let answer = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        return (answer, bench.exchanges(1))
    }

    @Test(
        arguments: [
            "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: 3\r\nContent-Length: 4\r\n",
            "Content-Length: 3, 4\r\n", "Content-Length: +3\r\n", "Content-Length: 0x3\r\n",
            "Content-Length: -1\r\n", "Content-Length: 3 3\r\n", "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked, identity\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding : chunked\r\n",
            "Transfer-Encoding:\u{0B}chunked\r\n", "Content-Length\t: 3\r\n",
            "X: a\r\n Transfer-Encoding: chunked\r\n",
            "X: a\u{0}b\r\n", "X: a\rContent-Length: 3\r\n", ": nameless\r\n", "Host: other.test\r\n",
            "X y: z\r\n", "no colon\r\n",
            // One length, said twice or in another spelling.
            "Content-Length: 3, 3\r\n", "Content-Length: 3;\r\n", "Content-Length: ３\r\n",
            "Content-Length: \u{B}3\r\n", "content-length: 3\r\nCONTENT-LENGTH: 4\r\n",
            // A coding that some programs take for chunked, and others for none.
            "Transfer-Encoding: chunked;q=1\r\n", "Transfer-Encoding: \"chunked\"\r\n",
            "Transfer-Encoding: identity\r\n", "Transfer-Encoding: identity, chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, chunked\r\n",
            "Transfer-Encoding:\r\nContent-Length: 3\r\n", "Transfer-Encoding: chunked\u{0}\r\n",
            "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: 3\r\nTransfer-Encoding: identity\r\n",
            // Lines that another program might join, cut or miss.
            " Transfer-Encoding: chunked\r\n", "X: a\r\n\tTransfer-Encoding: chunked\r\n",
            "X: a\nTransfer-Encoding: chunked\r\n", "X: a\r\r\nTransfer-Encoding: chunked\r\n",
            "X\u{0}: a\r\n", "X: a\u{7F}\r\n", "\u{80}X: a\r\n", "\r\r\n",
            // The host.
            "hOST: SERVER\r\n", "Host : SERVER\r\n",
        ]
    )
    func `an ambiguous request reaches no server`(_ fields: String) throws {
        let server = try RawServer(Array(Self.usual.utf8))
        let found = try exchange(
            "POST http://SERVER/a HTTP/1.1\r\nHost: SERVER\r\n\(fields)\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n",
            with: server
        )
        #expect(
            found.answer.hasPrefix("HTTP/1.1 400 ") || found.answer.hasPrefix("HTTP/1.1 501 "),
            "\(found.answer)"
        )
        #expect(!found.answer.contains("\r\n\r\nok"))
        #expect(server.received.isEmpty)
    }

    @Test(
        arguments: [
            "GET  http://SERVER/ HTTP/1.1", "GET http://SERVER/ HTTP/1.2 ", "GET http://SERVER/a b HTTP/1.1",
            "GET http://SERVER/\u{1} HTTP/1.1", "GET http://u:p@SERVER@x/ HTTP/1.1",
            "GET ftp://SERVER/ HTTP/1.1",
            "GET / HTTP/1.1", "GET http://SERVER/#there HTTP/1.1", "CONNECT SERVER/ HTTP/1.1",
            "CONNECT 127.0.0.1 HTTP/1.1", "CONNECT 127.0.0.1:0 HTTP/1.1",
        ]
    )
    func `a request line without an unambiguous server is not forwarded`(_ line: String) throws {
        let server = try RawServer(Array(Self.usual.utf8))
        let found = try exchange("\(line)\r\nHost: x\r\n\r\n", with: server)
        #expect(
            found.answer.hasPrefix("HTTP/1.1 4") || found.answer.hasPrefix("HTTP/1.1 5"),
            "\(found.answer)"
        )
        #expect(server.received.isEmpty)
    }

    @Test(arguments: [
        "", "Host: a b\r\n", "Host: u@x\r\n", "Host: x/y\r\n", "Host: x:y\r\n",
        "Host: x\r\nHost: x\r\n",
    ])
    func `an invalid Host is rejected even with a full URL`(_ lines: String) throws {
        let server = try RawServer(Array(Self.usual.utf8))
        let found = try exchange("GET http://SERVER/ HTTP/1.1\r\n\(lines)\r\n", with: server)
        #expect(found.answer.hasPrefix("HTTP/1.1 400 "), "\(found.answer)")
        #expect(server.received.isEmpty)
    }

    /// RFC 9112, 3.2.2: a URL decides, and the server sees its host.
    @Test(arguments: ["other.test", "127.0.0.1:1", "SERVER"])
    func `a full URL takes precedence over Host`(_ host: String) throws {
        let server = try RawServer(Array(Self.usual.utf8))
        let found = try exchange(
            "GET http://SERVER/a HTTP/1.1\r\nHost: \(host)\r\nConnection: host, content-length, x\r\n\r\n",
            with: server
        )
        #expect(found.answer.hasPrefix("HTTP/1.1 200 "), "\(found.answer)")
        let request = try #require(server.received.first)
        let hosts = request.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix("host") }
        #expect(hosts == ["Host: 127.0.0.1:\(server.port)"], "\(request)")
    }

    /// `Connection` may take fields of the connection away, none that say what the message is.
    @Test func `Content-Length is kept even if Connection lists it`() throws {
        let server = try RawServer(Array(Self.usual.utf8))
        _ = try exchange(
            "POST http://SERVER/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: content-length, close\r\n\r\nabc",
            with: server
        )
        #expect(server.received.first?.contains("Content-Length: 3\r\n") == true)
    }

    @Test func `a chunked body is forwarded chunked, separate from the next request`() throws {
        let server = try RawServer(Array(Self.usual.utf8))
        let found = try exchange(
            "POST http://SERVER/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n0\r\n\r\n"
                + "GET http://SERVER/b HTTP/1.1\r\nHost: x\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n\r\n",
            with: server
        )
        #expect(found.answer.components(separatedBy: "\r\n\r\nok").count == 3, "\(found.answer)")
        let requests = server.received
        #expect(requests.count == 2)
        #expect(requests.first?.contains("Host: 127.0.0.1:\(server.port)\r\n") == true)
        #expect(requests.first?.contains("ext=1") == false)
        #expect(requests.last?.hasPrefix("GET /b HTTP/1.1\r\n") == true)
        #expect(requests.last?.contains("X-Hop") == false && requests.last?.contains("Connection") == false)
    }

    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nab", "HTTP/1.1 2000 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n", "HTTP/1.1 200 OK\nX: a\rContent-Length: 0\n\n",
            "HTTP/1.1 200 OK\r\nX: a\u{0}\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "<html>0.9</html>",
            "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            "",
            "HTTP/1.1 200 OK\r\n",
        ]
    )
    func `an ambiguous response gives an error page`(_ response: String) throws {
        let server = try RawServer(Array(response.utf8))
        let found = try exchange("GET http://SERVER/ HTTP/1.1\r\nHost: x\r\n\r\n", with: server)
        #expect(found.answer.hasPrefix("HTTP/1.1 502 "), "\(found.answer)")
        #expect(found.answer.contains("netlab proxy: 127.0.0.1:\(server.port): "), "\(found.answer)")
        #expect(found.exchanges.first?.server?.failure != nil)
    }

    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshortZ\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\nffffffffffffffffff\r\n",
        ],
        [RawServer.Ending.close, .reset]
    )
    func `a truncated body is truncated for the client as well`(
        _ response: String,
        _ ending: RawServer.Ending
    ) throws {
        let server = try RawServer(Array(response.utf8), ending)
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        // A reset may overtake the answer's end, or all of it.
        let answer = (try? client.response()) ?? nil
        #expect(answer?.isComplete != true || answer?.head.status == 502, "\(String(describing: answer))")
        #expect(bench.exchanges(1).first?.server?.failure != nil)
    }

    @Test func `a silent server gives 504`() throws {
        let server = try RawServer([], .silence)
        let found = try exchange("GET http://SERVER/ HTTP/1.1\r\nHost: x\r\n\r\n", with: server) {
            $0.waits.answer = 100_000_000
        }
        #expect(found.answer.hasPrefix("HTTP/1.1 504 ") && found.exchanges.first?.client.status == 504)
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "\u{16}\u{3}\u{1}", ""])
    func `a server without TLS gives an error page over the client's TLS`(_ bytes: String) throws {
        let server = try RawServer(Array(bytes.utf8))
        let bench = try ProxyBench(change: { $0.intercepted = [HostPattern("*")].compactMap { $0 } })
        let output = try bench.curl("https://127.0.0.1:\(server.port)/", "-w", "%{http_code}")
        #expect(output.output.hasSuffix("502"), "\(output.output) \(output.errors)")
    }
}
