import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(10)))
struct `Explaining` {
    private static let scenario = """
        netlab: 1
        name: short
        link: { rtt: 20 ms, down: { rate: 2 Mbit/s }, up: { rate: 2 Mbit/s } }
        origin: { files: { a.jpg: { image: jpeg, size: 120 kB }, b.jpg: { image: jpeg, size: 240 kB } } }
        client: { policy: none }
        steps: [ { name: cold, fetch: [a.jpg, b.jpg] } ]
        """

    private struct Explanation: Decodable {
        struct Step: Decodable {
            var transfers: [Transfer]
        }

        struct Transfer: Decodable {
            var durationNs: Int
            var ledger: [String: Row]

            var total: Int { ledger.values.reduce(0) { $0 + ($1.time ?? 0) } }
            var isEstimated: Bool { ledger["estimated"] != nil }
        }

        /// A time, null, or the mark of an estimate.
        struct Row: Decodable {
            var time: Int?

            init(from decoder: any Decoder) throws {
                time = try? decoder.singleValueContainer().decode(Int.self)
            }
        }

        struct Change: Decodable {
            struct Trial: Decodable {
                var gainNs: Int
                var holds: Bool
            }

            var key: String
            var gainNs: Int
            var measured: Trial?
        }

        var mode: String
        var missing: [String]
        var steps: [Step]
        var whatIf: [Change]?
    }

    private func run() throws -> MeasuredRun {
        let folder = try ScratchFolder()
        try folder.write("short.yaml", Self.scenario)
        return try MeasuredRun.trusted(folder.file("short.yaml"))
    }

    private func explanation(_ arguments: String..., in folder: ScratchFolder) throws -> Explanation {
        let output = try Program(Netlab.path, ["explain", "--json"] + arguments, in: folder.path).run()
        #expect(output.status == 0 || output.status == 4, "\(output.errors)")
        return try JSONDecoder().decode(Explanation.self, from: Data(output.output.utf8))
    }

    /// The results of all trials; repeated if they differ from the prediction, or the machine was too busy.
    private func verified(_ run: MeasuredRun) throws -> [Explanation.Change] {
        let output = try Patience.attempt("explain --verify") {
            try Netlab.run(
                "explain",
                "--json",
                run.path,
                "--verify",
                "--clock",
                run.result.link.clock ?? "real",
                in: run.folder
            )
        } objection: {
            $0.status == 0 ? nil : $0.status == 4 ? "a gain was not what was told" : $0.errors
        }.value
        #expect(output.status == 0, "\(output.errors)")
        let told = try JSONDecoder().decode(Explanation.self, from: Data(output.output.utf8))
        for change in told.whatIf ?? [] {
            guard let trial = change.measured else { continue }
            #expect(trial.holds, "\(change.key): told \(change.gainNs), measured \(trial.gainNs)")
        }
        return try #require(told.whatIf)
    }

    @Test func `a change that is run gains what was told`() throws {
        let run = try run()
        let changes = try verified(run)
        #expect(changes.count >= 3 && changes.allSatisfy { $0.measured != nil })
        #expect(FileManager.default.fileExists(atPath: "\(run.path)/verify-1/double-rate/result.json"))
        // A trial is neither a newer run nor part of this one.
        #expect(try explanation(run.path, in: run.folder).missing.isEmpty)
    }

    @Test func `a wider first window is tried, too, and gains what was told`() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "far.yaml",
            """
            netlab: 1
            name: far
            link: { rtt: 200 ms, down: { rate: 20 Mbit/s }, up: { rate: 20 Mbit/s } }
            origin: { files: { a.jpg: { image: jpeg, size: 100 kB } } }
            client: { policy: none }
            steps: [ { name: cold, fetch: [a.jpg] } ]
            """
        )
        let run = try MeasuredRun.trusted(folder.file("far.yaml"))
        let change = try #require(verified(run).first { $0.key == "initial-window" })
        #expect(try #require(change.measured).gainNs > 150_000_000)
    }

    @Test func `a capture alone is explained by estimates`() throws {
        let run = try run()
        let whole = try explanation(run.path, in: run.folder)
        let told = try explanation("\(run.path)/client.pcapng", in: run.folder)
        #expect(told.mode == "capture" && told.whatIf == nil)
        #expect(told.steps[0].transfers.count == whole.steps[0].transfers.count)
        for (seen, known) in zip(told.steps[0].transfers, whole.steps[0].transfers) {
            #expect(seen.isEstimated && seen.total == seen.durationNs)
            #expect(seen.durationNs <= known.durationNs)
            // The last one had the line to itself for a while: its body took the time in the log.
            let payload = try #require(seen.ledger["payload"]?.time)
            let logged = try #require(known.ledger["payload"]?.time)
            #expect(abs(payload - logged) < logged / 4)
            #expect(seen.ledger["cache"]?.time == nil && seen.ledger["connect"]?.time ?? 0 > 20_000_000)
            let sharing = try #require(seen.ledger["sharing"]?.time)
            let shared = try #require(known.ledger["sharing"]?.time)
            #expect(abs(sharing - shared) < known.durationNs / 5, "\(sharing), \(shared)")
        }
        let verified = try Netlab.run("explain", "\(run.path)/client.pcapng", "--verify", in: run.folder)
        #expect(verified.status == 1)
    }

    /// One file after the other, each with the line to itself, from an origin with a delay.
    private static let slowOrigin = """
        netlab: 1
        name: slow-origin
        link: { rtt: 20 ms, down: { rate: 2 Mbit/s }, up: { rate: 2 Mbit/s } }
        origin:
          delay: 150 ms
          files: { a.jpg: { image: jpeg, size: 120 kB }, b.jpg: { image: jpeg, size: 240 kB } }
        client: { policy: none }
        steps: [ { name: cold, fetch: [a.jpg, b.jpg], start: in-turn } ]
        """

    @Test func `a capture's estimates come close to what the logs of its run say`() throws {
        let folder = try ScratchFolder()
        try folder.write("slow.yaml", Self.slowOrigin)
        let run = try MeasuredRun.trusted(folder.file("slow.yaml"))
        let whole = try explanation(run.path, in: run.folder).steps[0].transfers
        let told = try explanation("\(run.path)/client.pcapng", in: run.folder).steps[0].transfers
        #expect(told.count == whole.count)
        for (seen, known) in zip(told, whole) {
            #expect(seen.total == seen.durationNs)
            #expect(abs(seen.durationNs - known.durationNs) < known.durationNs / 50)
            let large = known.ledger.filter { $0.value.time ?? 0 > known.durationNs / 20 }
            #expect(large.keys.contains("payload") && large.keys.contains("server"))
            for (cause, row) in large {
                let (estimate, time) = (seen.ledger[cause]?.time ?? 0, row.time ?? 0)
                #expect(abs(estimate - time) < max(time / 10, 3_000_000), "\(cause): \(estimate), \(time)")
            }
            #expect(seen.ledger["unexplained"]?.time ?? 0 < known.durationNs / 20)
        }
    }

    // MARK: Damage

    private enum Damage: CaseIterable {
        case withoutResult, cutResult, otherResult, withoutLogs, cutLog, emptyLog, otherLog,
            withoutScenario, editedRows, editedStep, withoutLedgers
    }

    @Test func `a damaged folder is explained as far as it goes, and what is missing is named`() throws {
        let run = try run()
        for damage in Damage.allCases {
            let path = run.folder.file("\(damage)")
            try FileManager.default.copyItem(atPath: run.path, toPath: path)
            let word = try inflict(damage, on: path)
            let told = try explanation(path, in: run.folder)
            #expect(told.missing.contains { $0.contains(word) }, "\(damage): \(told.missing)")
            #expect(told.steps.flatMap(\.transfers).count == 2, "\(damage)")
            for transfer in told.steps.flatMap(\.transfers) where damage != .editedRows {
                #expect(transfer.total == transfer.durationNs, "\(damage)")
            }
        }
    }

    /// The words that name what the damage removed.
    private func inflict(_ damage: Damage, on path: String) throws -> String {
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        }
        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        }
        func remove(_ names: String...) throws {
            for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        }
        let result = try text("result.json")
        switch damage {
        case .withoutResult:
            try remove("result.json")
            return "result.json is not there"
        case .cutResult:
            try write("result.json", String(result.prefix(result.count / 2)))
            return "result.json is damaged"
        case .otherResult:
            try write(
                "result.json",
                result.replacingOccurrences(of: "netlab.result/1", with: "netlab.result/99")
            )
            return "another version's"
        case .withoutLogs:
            try remove("link.jsonl", "origin.jsonl", "timing.jsonl")
            return "link.jsonl is not there"
        case .cutLog:
            let log = try text("link.jsonl")
            try write("link.jsonl", String(log.prefix(log.count / 2)))
            return "link.jsonl"
        case .emptyLog:
            try write("timing.jsonl", "")
            return "timing.jsonl is empty"
        case .otherLog:
            let log = try text("origin.jsonl")
            try write(
                "origin.jsonl",
                log.replacingOccurrences(of: "netlab.origin/1", with: "netlab.origin/9")
            )
            return "does not begin with netlab.origin/1"
        case .editedStep:
            try write("result.json", result.replacing(/"makespanNs": [0-9]+/, with: "\"makespanNs\": 7"))
            return "not those of its transfers"
        case .withoutScenario:
            try remove("resolved.yaml")
            return "resolved.yaml is not there"
        case .editedRows:
            try write("result.json", result.replacing(/"payload": [0-9]+/, with: "\"payload\": 7"))
            return "was edited"
        case .withoutLedgers:
            // Like versions that did not yet write the ledger.
            try write("result.json", result.replacing(/"ledger": \{[^}]*\}/, with: "\"ledger\": null"))
            return "no ledger"
        }
    }

    @Test func `what holds nothing to be explained ends with 2, and says why`() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("empty"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            atPath: folder.file("torn"),
            withIntermediateDirectories: true
        )
        try folder.write("torn/result.json", "{ \"schema\": \"netlab.result/1\", ")
        try folder.write("torn/timing.jsonl", "not a log\n")
        try folder.write("plain.txt", "no capture")
        for name in ["empty", "torn", "plain.txt", "nowhere"] {
            let output = try Netlab.run("explain", folder.file(name), in: folder)
            #expect(output.status == 2, "\(name): \(output.errors)")
            #expect(output.errors.contains(name) && output.output.isEmpty)
        }
    }
}
