import Foundation
import FoundationNetworking
import TestBench
import TestBenchTraits
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BenchTests {
    private struct Mishap: Error {}

    private static func get(_ url: String) async throws -> (status: Int, content: Data) {
        let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: url)))
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }

    @Test func `a bench serves its files and reports the requests`() async throws {
        let origin: Bench.Origin = .files([
            "feed.json": .json("{}").maxAge(.seconds(60)), "tom.jpg": .image(.jpeg, bytes: 30_000),
            "gone": .status(410),
        ])
        try await Bench.with(origin: origin) { bench in
            #expect(try await Self.get(bench.url("feed.json")).content == Data("{}".utf8))
            #expect(try await Self.get(bench.url("/tom.jpg")).content.count == 30_000)
            #expect(try await Self.get(bench.url("gone")).status == 410)
            try await bench.expect(1, requestsTo: "feed.json")
            let error = await #expect(throws: Bench.Failure.self) {
                try await bench.expect(2...3, requestsTo: "feed.json")
            }
            #expect(error?.description == "1 request for /feed.json (GET 200), not 2 to 3")
            #expect(try await bench.state().requests(to: "gone").map(\.status) == [410])
        }
    }

    @Test func `an unmatched request fails the test and names the nearest file`() async throws {
        let error = await #expect(throws: Bench.Failure.self) {
            try await Bench.with(origin: .files(["feed.json": .json("{}")])) { bench in
                _ = try await Self.get(bench.url("fed.json"))
            }
        }
        #expect(error?.kind == .unmatched)
        #expect(error?.description == "GET /fed.json matched no file; the nearest is /feed.json")
        try await Bench.with(allowsUnmatched: true) { bench in
            let status = try await Self.get(bench.url("any")).status
            #expect(status == 404)
        }
    }

    @Test func `an error of the test is rethrown with what the bench knows about it`() async throws {
        await #expect(throws: Mishap.self) { try await Bench.with { _ in throw Mishap() } }
        let error = await #expect(throws: Bench.Failure.self) {
            try await Bench.with(origin: .files(["a": .text("a")])) { bench in
                _ = try await Self.get(bench.url("b"))
                throw Mishap()
            }
        }
        #expect(error?.underlying is Mishap)
        #expect(error?.message.contains("GET /b matched no file") == true)
    }

    @Test func `a timeout states the time that the line needs`() async throws {
        let error = await #expect(throws: Bench.Failure.self) {
            let line: Bench.Line = .rates(down: 1_000_000, up: 1_000_000, roundTrip: .milliseconds(40))
            try await Bench.with(link: line, origin: .files(["a.jpg": .image(.jpeg, bytes: 50_000)])) {
                bench in
                try await bench.within(.milliseconds(100)) { _ = try await Self.get(bench.url("a.jpg")) }
            }
        }
        let message = try #require(error?.message)
        #expect(message.contains("more than the limit of 100.0 ms: 1 request brought 50"))
        #expect(message.contains("which the line carries in at least 40"))
    }

    @Test func `line, files and date can change while the bench runs`() async throws {
        try await Bench.with(origin: .files(["a.txt": .text("a").maxAge(.seconds(60))])) { bench in
            #expect(try await Self.get(bench.url("a.txt")).content == Data("a".utf8))
            try await bench.change(files: ["a.txt"])
            #expect(try await Self.get(bench.url("a.txt")).content != Data("a".utf8))
            try await bench.advance(by: .seconds(7 * 86_400))
            try await bench.change(link: .threeG)
            let start = ContinuousClock.now
            #expect(try await Self.get(bench.url("a.txt")).status == 200)
            #expect(ContinuousClock.now - start >= .milliseconds(200))
        }
    }

    @Test func `a cancelled test leaves no bench`() async throws {
        let (told, telling) = AsyncStream.makeStream(of: Bench.self)
        let test = Task {
            try await Bench.with { bench in
                telling.yield(bench)
                await Waiting.forCancelling()
                try Task.checkCancellation()
            }
        }
        var benches = told.makeAsyncIterator()
        let bench = try #require(await benches.next())
        test.cancel()
        await #expect(throws: CancellationError.self) { try await test.value }
        let failure = await #expect(throws: Bench.Failure.self) { try await bench.state() }
        #expect(failure?.message == "there is no bench \(bench.id)")
    }

    @Test(arguments: [
        (Bench.Line.profile("nlc/dls"), "nlc/dsl"), (.yaml("profile: dsl\ndonw: {}"), "`down`"),
    ])
    func `an unknown line is rejected with the nearest name`(line: Bench.Line, nearest: String)
        async throws
    {
        let error = await #expect(throws: Bench.Failure.self) { try await Bench.with(link: line) { _ in } }
        #expect(error?.kind == .notMade)
        #expect(error?.message.contains(nearest) == true)
    }

    @Test func `eight concurrent benches keep their own lines and files`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await Bench.with(link: .dsl, origin: .files(["n": .text("\(number)")])) { bench in
                        #expect(try await Self.get(bench.url("n")).content == Data("\(number)".utf8))
                        try await bench.expect(1, requestsTo: "n")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.bench(link: .dsl, origin: .files(["a": .text("hi")])))
    func `a trait gives a test its bench`() async throws {
        let bench = try Bench.current
        #expect(try await Self.get(bench.url("a")).content == Data("hi".utf8))
    }

    @Test func `a test without the trait gets a MissingBench error`() {
        #expect(throws: MissingBench.self) { _ = try Bench.current }
    }
}
