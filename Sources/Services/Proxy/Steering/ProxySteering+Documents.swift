import Compression
import Figures
import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Wire

/// What a running proxy tells of its exchanges.
extension ProxySteering {
    /// Largest body that is unpacked to be told.
    private static let longestBody = 1 << 26

    func document(_ requests: [PastRequest]) -> [UInt8] {
        let rows = requests.map { past -> JSONValue in
            let phases = ExchangePhases(past.server, held: past.held)
            return [
                "number": .integer(Int64(past.number)), "method": .string(past.request.head.method),
                "url": .string(past.request.url), "status": .integer(Int64(past.status)),
                "bytes": .integer(Int64(past.bytes)), "durationNs": past.duration.json,
                "client": .string(log.client(behind: past.client).description),
                "nameNs": phases.name.json, "connectNs": phases.connect.json, "tunnelNs": phases.tunnel.json,
                "tlsNs": phases.handshake.json, "requestNs": phases.request.json,
                "latencyNs": phases.latency.json, "responseNs": phases.response.json,
                "heldNs": phases.held.json,
            ]
        }
        return Self.line(["schema": "netlab.proxy-requests/1", "requests": .array(rows)])
    }

    func document(_ past: PastRequest) -> [UInt8] {
        let text = String(decoding: past.request.text(body: nil), as: UTF8.self)
        let (body, coding) = Self.body(of: past)
        var missing: PastBody.Reason?
        if case .missing(let reason) = past.body { missing = reason }
        return Self.line([
            "schema": "netlab.proxy-request/1", "number": .integer(Int64(past.number)),
            "method": .string(past.request.head.method), "url": .string(past.request.url),
            "hadBody": .bool(past.body != .none), "text": .string(text),
            "body": body.map { .string(Base64.encoded($0)) } ?? nil, "bodyCoding": coding.json,
            "bodyMissing": (missing?.description).json,
        ])
    }

    /// The kept body without compression, or as it is with the name of its coding.
    private static func body(of past: PastRequest) -> ([UInt8]?, coding: String?) {
        guard case .kept(let bytes) = past.body else { return (nil, nil) }
        let coding = past.request.head.fields["Content-Encoding"]
        if let plain = try? ContentUnpacking.unpacked(bytes, coding: coding, atMost: longestBody) {
            return (plain, nil)
        }
        return (bytes, coding)
    }

    func document(_ results: [RepeatedExchange], of past: PastRequest) -> [UInt8] {
        let rows = results.map { result -> JSONValue in
            [
                "status": .integer(Int64(result.status)), "bytes": .integer(Int64(result.bytes)),
                "durationNs": .integer(result.duration), "waitNs": result.wait.json,
                "keptAlive": .bool(result.isReused), "failure": (result.failure?.description).json,
            ]
        }
        return Self.line([
            "schema": "netlab.proxy-repeat/1", "number": .integer(Int64(past.number)),
            "method": .string(past.request.head.method), "url": .string(past.request.url),
            "results": .array(rows),
        ])
    }

    func document(_ held: [HeldMessage]) -> [UInt8] {
        Self.line([
            "schema": "netlab.proxy-held/1", "held": .array(held.map { .object(Self.members(of: $0)) }),
        ])
    }

    func document(_ held: HeldMessage, text: [UInt8]) -> [UInt8] {
        let text = JSONValue.Member(key: "text", value: .string(String(decoding: text, as: UTF8.self)))
        let schema = JSONValue.Member(key: "schema", value: "netlab.proxy-held-message/1")
        return Self.line(.object([schema] + Self.members(of: held) + [text]))
    }

    private static func members(of held: HeldMessage) -> [JSONValue.Member] {
        let values: [(String, JSONValue)] = [
            ("id", .integer(Int64(held.id))), ("number", .integer(Int64(held.number))),
            ("phase", .string(held.phase.rawValue)), ("method", .string(held.method)),
            ("url", .string(held.url)), ("status", held.status.json),
            ("since", .string(TimestampFormat.text(held.since))), ("waitingNs", .integer(held.waiting)),
            ("bodyBytes", .integer(Int64(held.bodyBytes))), ("showsBody", .bool(held.showsBody)),
        ]
        return values.map { JSONValue.Member(key: $0.0, value: $0.1) }
    }

    private static func line(_ document: JSONValue) -> [UInt8] { Array("\(document.line)\n".utf8) }
}
