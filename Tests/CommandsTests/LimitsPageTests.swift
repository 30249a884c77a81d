import Figures
import Forwarding
import Foundation
import HTTP
import HTTP2
import JSON
import LinuxIO
import LivePage
import Proxy
import ScenarioFormat
import Scenarios
import Testing

@testable import Commands
@testable import Services

/// `docs/limits.md` beside the program.
@Suite struct LimitsPageTests {
    /// Rows of the page's tables: what, and the most of it.
    private static func rows() throws -> [String: String] {
        let place = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../docs/limits.md"
        )
        let lines = try String(contentsOf: place, encoding: .utf8).split(separator: "\n")
        return lines.reduce(into: [:]) { rows, line in
            let cells = line.split(separator: " | ").map(String.init)
            if cells.count >= 2 { rows[String(cells[0].dropFirst(2))] = cells[1] }
        }
    }

    private static func binary(_ bytes: Int) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    @Test(arguments: [
        (
            "a scenario's text",
            [binary(YAMLLimits.bytes), ByteFormat.grouped(YAMLLimits.nodes), "\(YAMLLimits.nesting) levels"]
        ),
        ("steps, expectations, names in one list", [ByteFormat.grouped(ScenarioLimits.items)]),
        ("fetches of all steps together", [ByteFormat.grouped(ScenarioLimits.entries)]),
        ("named origins", ["\(ScenarioLimits.hosts)"]),
        ("combinations of a matrix", [ByteFormat.grouped(ScenarioLimits.combinations)]),
        ("cells of a sweep", [ByteFormat.grouped(SweepDesign.mostPoints)]),
        (
            "time that all `advance` steps together skip, or a bench's date is ahead",
            [
                "\(ByteFormat.grouped(Int(ScenarioLimits.advancingInAll / 86_400_000_000_000))) d",
                "\(ByteFormat.grouped(Int(LinuxIO.Calendar.furthest / 86_400_000_000_000))) d",
            ]
        ),
        ("connections of the client", ["\(ScenarioLimits.connections.upperBound)"]),
        (
            "a request's head",
            [binary(HTTP1Limits().head), "\(HTTP1Limits().fields) fields", binary(HTTP1Limits().startLine)]
        ),
        (
            "`proxy`: the head of a server's response",
            [binary(HTTP1Limits().head), "\(ByteFormat.grouped(UpstreamLimits.fields)) fields"]
        ),
        ("streams of an HTTP/2 connection", ["\(HTTP2Limits().streams)"]),
        ("ranges of one request", ["\(RequestedRanges.limit)"]),
        ("exchanges that the page shows", [ByteFormat.grouped(LiveFeed.most)]),
        ("bodies that the page keeps", [binary(ProxyPage.keptBody)]),
        ("`proxy`: a body that a rule rewrites", [binary(BodyEdit.longest)]),
        ("levels of JSON", ["\(JSONValue.mostLevels)"]),
    ])
    func `the limits page has the program's figures`(_ what: String, _ figures: [String]) throws {
        let most = try #require(try Self.rows()[what], "\(what)")
        for figure in figures { #expect(most.contains(figure), "\(what): \(most)") }
    }
}
