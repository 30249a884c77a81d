import Foundation
import TestSupport
import Testing

/// A run's capture reveals its line, and replaying it repeats the run.
@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .serialized,
    .timeLimit(.minutes(3))
)
struct `netlab inspect --fit` {
    private struct Fit: Decodable {
        struct Estimate: Decodable {
            var value: Double?
            var low: Double
            var high: Double?

            func holds(_ truth: Double) -> Bool { low <= truth && truth <= high ?? .infinity }
        }

        struct Direction: Decodable {
            var rateBps: Estimate?
            var lossRatio: Estimate?
            var lost: Int
            var dropped: Int
            var queuePackets: Estimate?
        }

        var seenAt: String
        var roundTripNs: Estimate
        var down: Direction
        var up: Direction
    }

    private func fit(_ run: MeasuredRun) throws -> Fit {
        let output = try Netlab.run(
            "inspect",
            "\(run.path)/client.pcapng",
            "--fit",
            "--json",
            "-o",
            run.folder.file("replay.yaml"),
            in: run.folder
        )
        #expect(output.status == 0, "\(output.errors)")
        return try JSONDecoder().decode(Fit.self, from: Data(output.output.utf8))
    }

    /// Durations of the exchanges on the wire, in order of their starts.
    private func durations(_ run: MeasuredRun) -> [Int64] {
        run.result.transfers.compactMap(\.capture).sorted { $0.requestNs < $1.requestNs }.map(
            \.durationNs
        )
    }

    /// Downloads over `preset`.
    private func download(_ preset: String, _ files: [String]) throws -> MeasuredRun {
        try MeasuredRun.trusted(
            "dsl",
            "--profile",
            preset,
            "--set",
            "steps=[{name: cold, fetch: [\(files.joined(separator: ", "))], start: in-turn}]",
            "--set",
            "expect=[]",
            "--set",
            "client.timeout=60s"
        )
    }

    private static let oneStep = #"steps=[{name: cold, fetch: all, start: in-turn}]"#

    @Test(
        arguments: [
            ("dsl", 2e6, 256e3, 10e6), ("3g", 780e3, 330e3, 200e6), ("wifi", 40e6, 33e6, 2e6),
            ("lte", 50e6, 10e6, 115e6),
        ]
    ) func `finds a preset's link, and the replay takes as long`(
        _ preset: String,
        _ down: Double,
        _ up: Double,
        _ roundTrip: Double
    ) throws {
        // On a slow line, some of the images are enough.
        let files =
            switch down {
            case ..<1e6: ["small.jpg"]
            case ..<5e6: ["small.jpg", "medium.jpg"]
            default: ["small.jpg", "medium.jpg", "large.jpg"]
            }
        let run = try download(preset, files)
        let fit = try fit(run)
        #expect(fit.seenAt == "client")
        #expect(abs((fit.down.rateBps?.value ?? 0) / down - 1) < 0.01)
        #expect(
            abs((fit.roundTripNs.value ?? 0) / roundTrip - 1) < 0.02 || fit.roundTripNs.holds(roundTrip)
        )
        #expect(fit.down.lost == 0 && fit.down.lossRatio?.holds(0) == true)
        #expect(fit.up.rateBps.map { $0.low <= up * 1.05 } ?? true)
        let replay = try MeasuredRun.trusted(run.folder.file("replay.yaml"))
        let (was, became) = (durations(run), durations(replay))
        #expect(was.count == files.count && became.count == was.count)
        for (was, became) in zip(was, became) {
            #expect(abs(Double(became) / Double(was) - 1) < 0.02, "\(preset): \(was) became \(became)")
        }
    }

    @Test
    func `distinguishes random loss from queue drops`() throws {
        let lossy = try MeasuredRun.trusted(
            "dsl",
            "--set",
            "link={down: {rate: 8 Mbit/s, oneWayDelay: 20 ms, loss: 1 %}, up: {rate: 1 Mbit/s, oneWayDelay: 20 ms}}",
            "--set",
            Self.oneStep,
            "--set",
            "expect=[]"
        )
        let told = try fit(lossy)
        let log = try String(contentsOfFile: "\(lossy.path)/link.jsonl", encoding: .utf8)
        let lost = log.split(separator: "\n").count {
            $0.contains(#""direction":"down""#) && $0.contains(#""fate":"lost""#)
        }
        // Repeated losses are seen once; the loss of a last segment is never seen.
        #expect(lost > 3 && abs(told.down.lost - lost) <= 2)
        #expect(told.down.dropped == 0 && told.down.lossRatio?.holds(0.01) == true)

        let shallow = try MeasuredRun.trusted(
            "dsl",
            "--set",
            "link={down: {rate: 10 Mbit/s, oneWayDelay: 15 ms, queue: 40 packets}, up: {rate: 2 Mbit/s, oneWayDelay: 15 ms}}",
            "--set",
            Self.oneStep,
            "--set",
            "expect=[]"
        )
        let queue = try fit(shallow)
        #expect(queue.down.queuePackets?.holds(40) == true && queue.down.queuePackets?.value != nil)
        #expect(queue.down.lossRatio?.holds(0) == true && queue.down.dropped > 0)
    }

    @Test
    func `imports the bodies, and the exported HAR imports the same ones`() throws {
        let run = try MeasuredRun.trusted("dsl", "--set", Self.oneStep, "--set", "expect=[]")
        let output = try Netlab.shell(
            """
            "$NETLAB" import \(run.path)/client.pcapng -o replay >said 2>&1 || cat said
            "$NETLAB" check replay/scenario.yaml > checked 2>&1 || cat checked
            ls -l replay/fixtures | awk 'NR > 1 { print $5 }' | sort -n
            "$NETLAB" inspect \(run.path)/client.pcapng --har > run.har
            jq -r '.log.entries[] | .response.bodySize' run.har | sort -n
            "$NETLAB" import run.har -o again --profile dsl >said 2>&1 || cat said
            "$NETLAB" check again/scenario.yaml > checked 2>&1 || cat checked
            """,
            in: run.folder
        )
        let sizes = "125724\n310448\n1152812\n"
        #expect(output.output == sizes + sizes, "\(output.output) \(output.errors)")
    }
}
