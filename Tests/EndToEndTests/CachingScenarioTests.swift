import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
struct `Every scenario about caching` {
    @Test(arguments: ["kingfisher-tiers", "queenfisher-etag", "offline", "neoimage-concurrency"])
    func `is valid and meets its expectations`(_ name: String) throws {
        let folder = try ScratchFolder()
        #expect(try Netlab.run("check", name, in: folder).status == 0)
        let run = try BundledRun.of(name, agreeing: false)
        #expect(run.result.outcome == "ok", "\(run.result.expectations.filter { $0.held != true })")
        #expect(run.output.status == 0)
    }

    @Test(arguments: ["kingreceiver-304", "stale-url", "unlimited"])
    func `without timing expectations succeeds on any machine`(_ name: String) throws {
        let folder = try ScratchFolder()
        #expect(try Netlab.run("check", name, in: folder).status == 0)
        expectAllButTimes(try MeasuredRun.once(name))
    }

    @Test
    func `needs as many requests as its design says`() throws {
        let run = try BundledRun.of("queenfisher-etag", agreeing: false)
        func requests(_ design: String) -> Int {
            ["cold", "again", "relaunch", "changed"].reduce(0) { count, visit in
                count + run.result.transfers("\(design)-\(visit)").count { $0.wireStatus != nil }
            }
        }
        #expect(requests("v1") == 2)
        #expect(requests("v2") == 8)
        #expect(requests("v3") == 4)
    }

    @Test(arguments: [
        ("feed-random", "feed-again"), ("bookmarks", "next-day"), ("popular-tags", "popular"),
    ])
    func `with a workload gets more hits from more caches, and attributes each answer`(
        _ name: String,
        _ step: String
    ) throws {
        // Nothing here is a time, so an untrusted run on a busy machine suffices.
        let runs = try MeasuredRun.onceSeries(of: name)
        #expect(runs.map { $0.matrix?["client.policy"] } == ["none", "memory", "disk", "both"])
        var hits: [Double] = []
        for result in runs {
            expectAllButTimes(result)
            let found = try #require(result.steps.first { $0.name == step })
            let answers = found.cache.answers
            #expect(answers.memory + answers.disk + answers.network == result.transfers(step).count)
            hits.append(found.hitRatio ?? -1)
        }
        #expect(hits[0] == 0 && hits[1] > 0 && hits[2] > 0)
        #expect(hits[3] >= hits[1])
    }

    @Test
    func `gives the same result over byte streams when the link does not matter`() throws {
        expectAllButTimes(try MeasuredRun.once("stale-url", "--link", "stream"), times: 1)
    }

    @Test
    func `retries as often as the command line says`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.run(
            "run",
            "kingreceiver-304",
            "--link",
            "stream",
            "--set",
            "client.retry.times=2",
            "--set",
            "client.retry.delay=10 ms",
            "--json",
            "--out",
            "run",
            in: folder
        )
        let result = try ResultDocument(json: output.output)
        expectAllButTimes(result)
        let log = try String(contentsOfFile: folder.file("run/origin.jsonl"), encoding: .utf8)
        #expect(log.split(separator: "\n").count { $0.contains("gone.jpg") } == 6)
    }
}
