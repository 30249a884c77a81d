import Foundation
import TestSupport
import Testing

/// Lines on which theory or the ledger was once far off. Each is run in virtual time.
@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .timeLimit(.minutes(5))
)
struct `Lines that were once misjudged` {
    struct Line: CustomTestStringConvertible {
        var testDescription: String
        var link: String
        var origin = "tls: false"
        var sizes: [Int]
        var connections = 6
        var start = "together"

        var scenario: String {
            let files = sizes.enumerated().map { "    \($0).jpg: { image: jpeg, size: \($1) B }" }
            let names = sizes.indices.map { "\($0).jpg" }.joined(separator: ", ")
            return """
                netlab: 1
                name: line
                link: { \(link) }
                origin:
                  \(origin)
                  files:
                \(files.joined(separator: "\n"))
                client: { policy: none, connections: \(connections), timeout: 20 min }
                steps: [ { name: files, fetch: [\(names)], start: \(start) } ]
                """
        }
    }

    private struct Result: Decodable {
        struct Transfer: Decodable {
            var durationNs: Int
            var ledger: [String: Int]
            var setUpNs: Int?
            var capture: Times?
            var clientLog: Times?
            var theory: Theory
        }

        struct Times: Decodable {
            var lastByteNs: Int?
            var durationNs: Int?
        }

        struct Theory: Decodable {
            var sharedNs: Int
        }

        var transfers: [Transfer]
    }

    private static let lines = [
        Line(
            testDescription: "a queue's own drops, in turn over TLS",
            link: "down: { rate: 341 kbit/s, oneWayDelay: 12.4 ms, queue: 128 KiB }, "
                + "up: { rate: 270 kbit/s, oneWayDelay: 1.1 ms }, mtu: 1400",
            origin: "congestion: reno\n  tls: true",
            sizes: [36_639, 237_733, 31_306, 15_316, 126_830],
            connections: 3,
            start: "in-turn"
        ),
        Line(
            testDescription: "a slow way back under TLS",
            link: "down: { rate: 10196 kbit/s, oneWayDelay: 17.1 ms, queue: 50 packets }, "
                + "up: { rate: 91 kbit/s, oneWayDelay: 219.7 ms }, mtu: 1280",
            origin: "tls: true",
            sizes: [3385, 4186, 5694, 124_777],
            connections: 2
        ),
        Line(
            testDescription: "a slow way back, five at once",
            link: "down: { rate: 4718 kbit/s, oneWayDelay: 2.1 ms }, "
                + "up: { rate: 386 kbit/s, oneWayDelay: 168.8 ms }",
            sizes: [78_501, 4045, 2003, 1786, 691_219]
        ),
        Line(
            testDescription: "a small queue of a fast line",
            link: "down: { rate: 28438 kbit/s, oneWayDelay: 4.4 ms, queue: 64 KiB }, "
                + "up: { rate: 4392 kbit/s, oneWayDelay: 77.2 ms }, mtu: 1400",
            sizes: [7189, 287_007]
        ),
        Line(
            testDescription: "two streams of a large initial window",
            link:
                "down: { rate: 133 kbit/s, oneWayDelay: 1.6 ms }, up: { rate: 416 kbit/s, oneWayDelay: 1.6 ms }",
            origin: "initialWindow: 40\n  http: [h2]",
            sizes: [9827, 6024],
            connections: 1
        ),
        Line(
            testDescription: "CoDel under five large files",
            link: "down: { rate: 122 kbit/s, oneWayDelay: 30.7 ms, queue: { discipline: codel } }, "
                + "up: { rate: 296 kbit/s, oneWayDelay: 19.6 ms }, mtu: 1280",
            origin: "initialWindow: 3",
            sizes: [365_254, 1_078_594, 16_988, 13_258, 1_203_178],
            connections: 5
        ),
    ]

    @Test(arguments: lines)
    func `match theory within a thousandth`(_ line: Line) throws {
        for transfer in try result(of: line).transfers {
            let measured = try #require(transfer.clientLog?.durationNs) + (transfer.setUpNs ?? 0)
            let allowed = max(100_000, transfer.theory.sharedNs / 1000)
            #expect(abs(measured - transfer.theory.sharedNs) <= allowed)
        }
    }

    @Test(arguments: lines)
    func `have no unexplained time, and a capture that agrees with the log`(_ line: Line) throws {
        let result = try result(of: line)
        #expect(result.transfers.count == line.sizes.count)
        for transfer in result.transfers {
            #expect(transfer.ledger["unexplained"] == 0)
            #expect(transfer.ledger.values.reduce(0, +) == transfer.durationNs)
            let log = try #require(transfer.clientLog?.lastByteNs)
            let capture = try #require(transfer.capture?.lastByteNs)
            #expect(abs(log - capture) < 1_000_000)
        }
    }

    private func result(of line: Line) throws -> Result {
        let folder = try ScratchFolder()
        try line.scenario.write(toFile: folder.file("line.yaml"), atomically: true, encoding: .utf8)
        let run = try Netlab.run(
            "run",
            "line.yaml",
            "--clock",
            "virtual",
            "--quiet",
            "--out",
            "run",
            in: folder
        )
        #expect(run.status == 0, "\(run.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("run/result.json")))
        return try JSONDecoder().decode(Result.self, from: data)
    }
}
