import Archives
import Figures
import HTTP
package import Inspection
package import JSON
import Logs
package import Runs
import Wire

/// A run's exchanges, as its client made them, as an HTTP archive of version 1.2. Each step is a page of it.
package struct RunHTTPArchive {
    private let result: RunResult
    private let heads: CapturedHeads?
    private let exchanges: [ClientExchange]

    /// `seen` is the client's capture with its fields, from which the heads are taken; nil without packets.
    package init(_ result: RunResult, seen: CaptureInspection?) {
        self.result = result
        heads = seen.map(CapturedHeads.init)
        exchanges = ClientExchange.all(of: result)
    }

    /// Times are milliseconds with nanosecond precision; `_netlab` holds what the format lacks.
    package var draft: JSONDraft {
        .object([
            (
                "log",
                .object([
                    ("version", "1.2"),
                    ("creator", .value(["name": "netlab", "version": result.netlab.json])),
                    ("pages", .value(.array(result.steps.map(page)))),
                    ("entries", .elements(exchanges.count) { .value(entry(exchanges[$0]).json) }),
                    ("comment", .value(.string("a run of \(result.title)"))),
                    ("_netlab", .value(about)),
                ])
            )
        ])
    }

    private var about: JSONValue {
        [
            "scenario": result.scenario.json, "scenarioDigest": result.scenarioDigest.json,
            "seed": result.seed.json, "repeat": result.repetition.json,
            "outcome": .string(result.outcome.rawValue), "clock": .string(result.link.clock.rawValue),
            "trusted": result.emulation.isTrusted.json, "why": result.emulation.why.json,
        ]
    }

    private func page(_ step: StepResult) -> JSONValue {
        [
            "startedDateTime": TimestampFormat.precise(wall(step.start)).json, "id": step.name.json,
            "title": step.name.json,
            "pageTimings": [
                "onContentLoad": .integer(-1), "onLoad": (Double(step.makespan) / 1e6).json,
            ],
        ]
    }

    /// Nanoseconds since 1970. The run's start counts to the millisecond, as `result.json` states it, so that an archive
    /// made from that is the same.
    private func wall(_ instant: Instant) -> Int64 {
        result.startedAt - result.startedAt % 1_000_000 + (instant - .zero)
    }

    private func entry(_ exchange: ClientExchange) -> ArchiveEntry {
        let seen = exchange.hop == nil ? heads?.exchange(of: exchange.transfer) : nil
        var entry = ArchiveEntry(
            started: wall(exchange.start),
            request: Self.request(exchange, seen),
            response: Self.response(exchange, seen)
        )
        entry.timings = exchange.timings
        entry.duration = entry.timings.total
        entry.serverAddress = seen.map { "\($0.server.address)" }
        let port = exchange.hop.map(\.clientPort) ?? exchange.transfer.clientPort
        entry.connection = port.map { "\($0)" }
        entry.page = exchange.transfer.step
        entry.details = Self.details(exchange)
        return entry
    }

    private static func request(_ exchange: ClientExchange, _ seen: CaptureExchange?) -> ArchiveRequest {
        var request = ArchiveRequest(method: seen?.method ?? "GET", url: exchange.url)
        request.version = version(exchange)
        request.fields = seen?.requestFields.map(Array.init) ?? []
        request.headerBytes = exchange.hop == nil ? exchange.transfer.requestBytes : nil
        request.bodyBytes = 0
        return request
    }

    private static func response(_ exchange: ClientExchange, _ seen: CaptureExchange?) -> ArchiveResponse {
        var response = ArchiveResponse(status: exchange.status ?? 0)
        response.version = version(exchange)
        response.fields = seen?.responseFields.map(Array.init) ?? []
        if let hop = exchange.hop { response.fields = [HTTPField(name: "Location", value: hop.location)] }
        response.mediaType = seen?.mediaType
        guard exchange.hop == nil else { return response }
        response.headerBytes = exchange.transfer.headerBytes
        response.bodyBytes = exchange.witness?.sizeBytes
        guard let seen, seen.isDecoded, let packed = response.bodyBytes else { return response }
        response.decodedBytes = seen.decodedBytes
        response.savedBytes = seen.decodedBytes - packed
        return response
    }

    private static func version(_ exchange: ClientExchange) -> String {
        exchange.transfer.httpVersion ?? "unknown"
    }

    private static func details(_ exchange: ClientExchange) -> JSONValue {
        let transfer = exchange.transfer
        var members: [JSONValue.Member] = [
            .init(key: "transfer", value: transfer.id.json), .init(key: "step", value: transfer.step.json),
            .init(key: "file", value: transfer.file.json),
            .init(key: "redirect", value: (exchange.hop != nil).json),
            .init(key: "exchangeNs", value: (exchange.witness?.duration).json),
        ]
        guard exchange.hop == nil else { return .object(members) }
        members += [
            .init(key: "source", value: .string(transfer.source.rawValue)),
            .init(key: "tier", value: (transfer.tier?.rawValue).json),
            .init(key: "status", value: transfer.status.json),
            .init(key: "error", value: transfer.error.json),
        ]
        let figures = TransferResult.figures.filter { $0.traits.contains(.archive) }
        return .object(members + figures.members(of: transfer))
    }
}
