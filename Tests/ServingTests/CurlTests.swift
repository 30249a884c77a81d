import Foundation
import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

/// How an independent client handles responses that end badly, and those that do not.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct CurlTests {
    private func curl(_ words: [String]) throws -> ProgramOutput {
        try Program(try #require(Program.find("curl")), ["-sS", "--noproxy", "*"] + words).run()
    }

    private func response(
        _ framing: BodyFraming = .length,
        _ ending: ResponseEnding = .whole,
        fields: HTTPFields = HTTPFields()
    ) -> ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: 200, fields: fields),
            body: ServedBody([UInt8](repeating: 120, count: 300_000)),
            framing: framing,
            course: ResponseCourse(ending: ending)
        )
    }

    @Test func `curl reports each ending with its own error`() throws {
        let garbage = (0..<200).map { UInt8(truncatingIfNeeded: SplitMix.mixed($0)) | 0x80 }
        let malformed = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8)
        let answers: [String: (ServedResponse, Int32)] = [
            "/whole": (response(), 0),
            "/chunked": (response(.chunked(trailers: ["A": "b"])), 0),
            "/close": (response(.untilClose), 0),
            "/slow": (response(.untilClose, .slowClose(10_000_000)), 0),
            "/empty": (response(.length, .close(.start)), 52),
            "/truncated": (response(.length, .close(.content(100_000))), 18),
            "/truncated-chunk": (response(.chunked(), .close(.content(100_000))), 18),
            "/wrong-length": (response(.untilClose, .whole, fields: ["Content-Length": "900000"]), 18),
            "/reset": (response(.length, .reset(.content(100_000))), 56),
            "/reset-at-once": (response(.length, .reset(.start)), 56),
            "/stall": (response(.length, .stall(.content(100))), 28),
            "/garbage": (.bare(garbage), 1),
            "/malformed-chunk": (.bare(malformed), 56),
        ]
        let responder = EchoResponder { answers[$0.target]?.0 ?? .text(404, "") }
        try ServerBench.serving(responder) { server in
            for (path, answer) in answers {
                let patience = path == "/stall" ? ["-m", "0.3"] : []
                let words = patience + ["-o", "/dev/null", "http://127.0.0.1:\(server.port)\(path)"]
                let output = try curl(words)
                #expect(output.status == answer.1, "\(path): \(output.errors)")
            }
        }
    }

    @Test func `curl uploads with 100 Continue and in chunks, and reuses the connection`() throws {
        let folder = try ScratchFolder()
        let content = [UInt8](repeating: 120, count: 2_000_000)
        try Data(content).write(to: URL(fileURLWithPath: folder.file("upload")))
        let responder = EchoResponder(reception: .keep(atMost: 3_000_000)) { request in
            .text(200, "\(request.body == content) \(request.head.fields["Expect"] ?? "-")\n")
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let url = "http://127.0.0.1:\(server.port)/u"
            let upload = ["-T", folder.file("upload")]
            let words = upload + ["-H", "Expect: 100-continue", url, "--next", "-sS", "--noproxy", "*"]
            let output = try curl(words + upload + ["-H", "Transfer-Encoding: chunked", url])
            #expect(output.status == 0)
            #expect(output.output.split(separator: "\n").allSatisfy { $0.hasPrefix("true") })
            #expect(output.output.contains("100-continue"))
        }
        #expect(exchanges.map(\.order) == [0, 1])
    }
}
