import Foundation
import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct ServedBodyTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"

    private func response(_ body: ServedBody, _ framing: BodyFraming = .length) -> ServedResponse {
        ServedResponse(head: HTTPResponseHead(status: 200), body: body, framing: framing)
    }

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    private func file(_ content: [UInt8], in folder: ScratchFolder) throws -> SharedFile {
        let path = folder.file("content")
        try Data(content).write(to: URL(fileURLWithPath: path))
        return try SharedFile(path)
    }

    @Test func `memory and file pieces form one body`() throws {
        let folder = try ScratchFolder()
        let content = bytes(700_000)
        let file = try file(content, in: folder)
        var body = ServedBody("<")
        body.append(.file(file, 100_000..<600_000))
        body.append(Array("|".utf8))
        body.append(.file(file, 0..<10))
        body.append(.file(file, 5..<5))
        let expected = Array("<".utf8) + content[100_000..<600_000] + Array("|".utf8) + content[..<10]
        #expect(body.count == expected.count)
        for framing in [BodyFraming.length, .chunked(size: 70_001), .untilClose] {
            let answer = response(body, framing)
            let exchanges = try ServerBench.serving(EchoResponder { _ in answer }, sendBuffer: 16_384) {
                server in
                let client = try LoopbackClient(port: server.port)
                try client.send(Self.get)
                #expect(try client.response()?.content == expected)
            }
            #expect(exchanges.first?.bodyBytes == expected.count)
        }
    }

    @Test func `a file that has shrunk aborts the connection`() throws {
        let folder = try ScratchFolder()
        let file = try file(bytes(1000), in: folder)
        let answer = response(ServedBody(file, 0..<5000))
        let exchanges = try ServerBench.serving(EchoResponder { _ in answer }) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            let response = try? client.response()
            #expect(response?.isComplete != true)
            #expect((response?.content.count ?? 0) <= 1000)
        }
        #expect(exchanges.first?.responseLastByte == nil)
    }

    @Test func `trailers follow the chunks`() throws {
        let answer = response(ServedBody(bytes(50_000)), .chunked(trailers: ["X-Sum": "7"]))
        try ServerBench.serving(EchoResponder { _ in answer }) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("GET /a HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
            let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            #expect(text.contains("Trailer: X-Sum\r\n"))
            #expect(text.hasSuffix("\r\n0\r\nX-Sum: 7\r\n\r\n"))
        }
    }

    @Test func `early hints precede the delay and are not sent to HTTP/1.0 clients`() throws {
        var answer = ServedResponse.text(200, "late")
        answer.interim = [HTTPResponseHead(status: 103, fields: ["Link": "</a.css>; rel=preload"])]
        answer.course.delay = 20_000_000
        let hinted = answer
        let exchanges = try ServerBench.serving(EchoResponder { _ in hinted }) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            let first = try client.response()
            #expect(first?.head.status == 103)
            #expect(first?.head.fields["link"] == "</a.css>; rel=preload")
            #expect(try client.response()?.text == "late")
            let old = try LoopbackClient(port: server.port)
            try old.send("GET /a HTTP/1.0\r\n\r\n")
            #expect(try old.response()?.head.status == 200)
        }
        for exchange in exchanges {
            let first = try #require(exchange.responseFirstByte)
            #expect(first - exchange.requestLastByte >= 20_000_000)
        }
    }
}
