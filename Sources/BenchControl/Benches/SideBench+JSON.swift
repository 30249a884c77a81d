package import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Wire

extension SideBench {
    /// What its users are told: where it is, and what it has seen. Times count from the first request.
    package var json: JSONValue {
        let requests = requests
        let start = requests.map(\.requestFirstByte).min() ?? .zero
        return .object([
            .init(key: "schema", value: "netlab.bench/1"),
            .init(key: "id", value: id.json),
            .init(key: "mode", value: .string(mode.rawValue)),
            .init(key: "carrier", value: (carrier?.rawValue).json),
            .init(key: "url", value: (urls.plain ?? urls.secure).json),
            .init(key: "secureUrl", value: urls.secure.json),
            .init(key: "profile", value: scenario.link.profile.json),
            .init(key: "link", value: link),
            .init(key: "requests", value: .array(requests.map { Self.json($0, since: start) })),
            .init(key: "unmatched", value: .array(unmatched.map(Self.json))),
        ])
    }

    /// The last that its users are told.
    package func json(after end: SideBenchEnd, doubts: [String]) -> JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(
            members + [
                .init(key: "latenessP99Ns", value: end.latenessP99.json),
                .init(key: "lostPackets", value: end.lostPackets.json),
                .init(key: "failures", value: end.failures.json),
                .init(key: "doubts", value: doubts.json),
            ]
        )
    }

    private var link: JSONValue {
        let link = scenario.link.parameters
        return ["down": link.json(.down), "up": link.json(.up), "mtu": link.mtu.json]
    }

    private static func json(_ entry: OriginLogEntry, since start: Instant) -> JSONValue {
        [
            "method": .string(entry.method), "target": .string(entry.target), "status": entry.status.json,
            "httpVersion": entry.httpVersion.json, "headerBytes": entry.headerBytes.json,
            "bodyBytes": entry.bodyBytes.json,
            "requestNs": (entry.requestFirstByte - start).json,
            "responseFirstByteNs": entry.responseFirstByte.map { $0 - start }.json,
            "responseLastByteNs": entry.responseLastByte.map { $0 - start }.json,
        ]
    }

    private static func json(_ request: UnmatchedRequest) -> JSONValue {
        [
            "method": .string(request.method), "path": .string(request.path),
            "nearest": request.nearest.json,
        ]
    }
}
