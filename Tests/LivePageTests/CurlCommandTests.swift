import Foundation
import HTTP
import LinuxIO
import Serving
import Synchronization
import TestSupport
import Testing

/// The command that the page copies, made by Node and run by a shell.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: Program.find("node") != nil && Program.find("curl") != nil, "needs node and curl")
)
struct CurlCommandTests {
    private final class Listening: RequestResponder {
        let asked = Mutex<[ServedRequest]>([])

        func reception(of head: HTTPRequestHead) -> BodyReception { .keep(atMost: 1 << 20) }

        func respond(to request: ServedRequest) -> ServedAnswer {
            asked.withLock { $0.append(request) }
            return .now(.text(200, "fine"))
        }

        func ended(_ exchange: ServedExchange) {}
    }

    private static let script = """
        const { command } = await import(process.argv[1])
        const { row, headers, body } = JSON.parse(process.argv[2])
        process.stdout.write(command(row, headers, body && Uint8Array.from(body)))
        """

    /// What the server gets from the command.
    private func sent(
        _ method: String,
        _ headers: [(String, String)],
        _ body: [UInt8]?
    ) throws -> ServedRequest {
        let responder = Listening()
        let listener = try Listener(address: "127.0.0.1")
        let server = try HTTPServer(listener: listener, responder: responder, clock: RunClock())
        try server.start()
        defer { server.stop() }
        let folder = try ScratchFolder()
        // A module, though the page's scripts are not named as such.
        let assets = URL(filePath: #filePath).appending(path: "../../../Sources/LivePage/Assets/curl.js")
        let module = folder.file("curl.mjs")
        try FileManager.default.copyItem(atPath: assets.standardized.path, toPath: module)
        let row: [String: Any] = ["url": "http://127.0.0.1:\(server.port)/a?b='c'", "method": method]
        let fields = headers.map { ["name": $0.0, "value": $0.1] }
        let input: [String: Any] = [
            "row": row, "headers": fields, "body": body.map { $0 as Any } ?? NSNull(),
        ]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: input), as: UTF8.self)
        let words = ["--input-type=module", "-e", Self.script, module, text]
        let made = try Program(try #require(Program.find("node")), words).run()
        #expect(made.status == 0, "\(made.errors)")
        let run = try Program("/bin/sh", ["-c", "unset http_proxy; \(made.output) -sS --noproxy '*'"]).run()
        #expect(run.status == 0, "\(made.output) \(run.errors)")
        return try #require(responder.asked.withLock { $0.first })
    }

    @Test(arguments: [
        Array("{\"name\": \"it's\"}\n".utf8), Array("@file".utf8), Array("a\r\n%41 $HOME `id` \\n é 한".utf8),
        [0, 1, 2, 39, 92, 37, 128, 255], [0xEF, 0xBB, 0xBF, 0x61],
    ])
    func `a copied request sends its body byte for byte`(_ body: [UInt8]) throws {
        let request = try sent("POST", [("Content-Type", "application/json"), ("X-A", "b")], body)
        #expect(request.body == body)
        #expect(request.head.method == "POST" && request.head.target == "/a?b='c'")
        #expect(
            request.head.fields["Content-Type"] == "application/json" && request.head.fields["X-A"] == "b"
        )
    }

    @Test func `methods and fields come from the request`() throws {
        let put = try sent("PUT", [("Content-Encoding", "gzip"), ("X-Empty", "")], Array("plain".utf8))
        #expect(put.head.method == "PUT" && put.body == Array("plain".utf8))
        // The body goes out without compression, and nothing is made up.
        #expect(!put.head.fields.has("Content-Encoding") && !put.head.fields.has("Content-Type"))
        #expect(put.head.fields["X-Empty"]?.isEmpty == true)
        #expect(try sent("GET", [("Content-Type", "a/b")], Array("x".utf8)).head.method == "GET")
        #expect(try sent("HEAD", [], nil).head.method == "HEAD")
        #expect(try sent("DELETE", [], nil).head.method == "DELETE")
    }
}
