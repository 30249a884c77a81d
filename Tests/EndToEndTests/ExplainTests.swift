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
        struct Step: Decodable, Equatable {
            var transfers: [Transfer]
        }

        struct Transfer: Decodable, Equatable {
            var durationNs: Int
            var ledger: [String: Row]

            var total: Int { ledger.values.reduce(0) { $0 + ($1.time ?? 0) } }
            var isEstimated: Bool { ledger["estimated"] != nil }
        }

        /// A time, null, or the mark of an estimate.
        struct Row: Decodable, Equatable {
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

    @Test func `predicts gains that a verification run confirms`() throws {
        let run = try run()
        let changes = try verified(run)
        #expect(changes.count >= 3 && changes.allSatisfy { $0.measured != nil })
        #expect(FileManager.default.fileExists(atPath: "\(run.path)/verify-1/double-rate/result.json"))
        // A trial is neither a newer run nor part of this one.
        #expect(try explanation(run.path, in: run.folder).missing.isEmpty)
    }

    @Test func `predicts the gain of a larger initial window, confirmed by a run`() throws {
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

    @Test func `a capture alone gives estimates`() throws {
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

    @Test func `estimates from a capture come close to the run's logs`() throws {
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

    private func edit(_ path: String, _ change: (String) -> String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try change(text).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func `refuses a run folder with a missing record file and names it`() throws {
        let run = try run()
        let files = [
            "record.json", "resolved.yaml", "timing.jsonl", "link.jsonl", "origin.jsonl", "client.pcapng",
            "server.pcapng",
        ]
        for name in files {
            let path = run.folder.file("without-\(name)")
            try FileManager.default.copyItem(atPath: run.path, toPath: path)
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            let output = try Netlab.run("explain", path, in: run.folder)
            #expect(output.status == 2 && output.output.isEmpty, "\(name)")
            #expect(output.errors.contains("\(path): error: \(name) is missing"), "\(output.errors)")
        }
    }

    @Test func `refuses a run folder with a changed record file and names it`() throws {
        let run = try run()
        let changes: [(name: String, change: (String) -> String)] = [
            ("link.jsonl", { String($0.prefix($0.count / 2)) }),
            ("timing.jsonl", { _ in "" }),
            ("origin.jsonl", { $0.replacing("netlab.origin/1", with: "netlab.origin/9") }),
            ("resolved.yaml", { $0.replacing("2 Mbit/s", with: "4 Mbit/s") }),
            ("record.json", { $0.replacing("\"transfers\": ", with: "\"transfers\": 7, \"were\": ") }),
        ]
        for (name, change) in changes {
            let path = run.folder.file("changed-\(name)")
            try FileManager.default.copyItem(atPath: run.path, toPath: path)
            try edit("\(path)/\(name)", change)
            let output = try Netlab.run("explain", path, in: run.folder)
            #expect(output.status == 2 && output.output.isEmpty, "\(name)")
            #expect(
                output.errors.contains("\(path): error: ") && output.errors.contains(name),
                "\(output.errors)"
            )
        }
    }

    @Test func `works without result.json and reports when it was edited`() throws {
        let run = try run()
        let whole = try explanation(run.path, in: run.folder)
        #expect(whole.missing.isEmpty)
        let changes: [(name: String, word: String, change: (String) -> String)] = [
            ("cut", "result.json is damaged", { String($0.prefix($0.count / 2)) }),
            ("other", "netlab.result/1", { $0.replacing("netlab.result/1", with: "netlab.result/99") }),
            ("rows", "ledger.payload", { $0.replacing(/"payload": [0-9]+/, with: "\"payload\": 7") }),
            ("step", "was edited", { $0.replacing(/"makespanNs": [0-9]+/, with: "\"makespanNs\": 7") }),
            ("run", "another run", { $0.replacing("\"repeat\": 1", with: "\"repeat\": 2") }),
        ]
        for (name, word, change) in changes {
            let path = run.folder.file("result-\(name)")
            try FileManager.default.copyItem(atPath: run.path, toPath: path)
            try edit("\(path)/result.json", change)
            let told = try explanation(path, in: run.folder)
            #expect(told.missing.count == 1 && told.missing[0].contains(word), "\(told.missing)")
            #expect(told.steps == whole.steps, "\(name)")
        }
        try FileManager.default.removeItem(atPath: "\(run.path)/result.json")
        let told = try explanation(run.path, in: run.folder)
        #expect(told.missing.isEmpty && told.steps == whole.steps)
    }

    @Test func `reports an edited log that contradicts result.json`() throws {
        let run = try run()
        try edit("\(run.path)/link.jsonl") { log in
            var lines = log.split(separator: "\n", omittingEmptySubsequences: false)
            let place =
                lines.indices.dropFirst(20).first { lines[$0].contains("\"fate\":\"delivered\"") } ?? 0
            lines[place] = Substring(lines[place].replacing("\"delivered\"", with: "\"lost\""))
            return lines.joined(separator: "\n")
        }
        let told = try explanation(run.path, in: run.folder)
        #expect(told.missing.count == 1 && told.missing[0].contains("was edited"), "\(told.missing)")
    }

    @Test func `exits with 2 and a reason when there is nothing to explain`() throws {
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
