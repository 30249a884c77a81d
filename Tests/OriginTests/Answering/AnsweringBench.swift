import HTTP
import Images
import LinuxIO
import TestSupport
import Testing

@testable import Origin
@testable import Serving

/// An origin from a scenario's settings, called without a socket.
struct AnsweringBench {
    private let responder: OriginResponder

    /// `origin` is the content of `origin:`, including its files.
    init(_ origin: String) throws {
        responder = try OriginResponder(OriginConfiguration(told: origin), drawing: LibraryDrawing())
    }

    func ask(
        _ target: String,
        method: String = "GET",
        _ fields: HTTPFields = HTTPFields()
    ) throws -> ServedResponse {
        let client = try #require(SocketAddress("127.0.0.1", port: 9))
        var fields = fields
        fields.append("Host", "o")
        let head = HTTPRequestHead(method: method, target: target, fields: fields)
        return try responder.respond(to: ServedRequest(head: head, client: client)).response()
    }

    /// Whether the answer for a file is already prepared.
    func isReady(_ target: String) throws -> Bool {
        let site = responder.sites.site(of: HTTPRequestHead(method: "GET", target: target))
        guard case .subject(let subject) = site.find(target) else { return false }
        return subject.resource.answers.find(subject.name) != nil
    }

    func change(_ files: String...) throws {
        try responder.sites.change(files)
    }
}

extension ServedAnswer {
    /// The response, once it is ready.
    func response() throws -> ServedResponse {
        switch self {
        case .now(let response): return response
        case .late(let late):
            let isHere = Waiting.until { late.made != nil }
            #expect(isHere)
            return try #require(late.made)
        }
    }
}

extension ServedResponse {
    /// The whole body.
    var bytes: [UInt8] {
        body.pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .memory(let part): return Array(part)
            case .file(let file, let range):
                guard let part = try? file.bytes(in: range) else {
                    Issue.record("a body that cannot be read")
                    return []
                }
                return part
            }
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Names of the head's fields, without the date.
    var names: [String] { head.fields.map(\.name).filter { $0 != "Date" } }
}
