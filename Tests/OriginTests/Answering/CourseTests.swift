import HTTP
import Serving
import Testing
import Wire

@testable import Origin

@Suite struct CourseTests {
    private func course(_ keys: String, asking times: Int = 1) throws -> [ServedResponse] {
        let bench = try AnsweringBench("files: { a.jpg: { image: jpeg, size: 10 kB, \(keys) } }")
        return try (0..<times).map { _ in try bench.ask("/a.jpg") }
    }

    @Test func `parses a rate and pieces with fixed pauses`() throws {
        let course = try course("delay: 5 ms, rate: 1 Mbit/s, pieces: { size: 4 kB, pause: 20 ms }")[0].course
        #expect(course.delay == 5_000_000 && course.rate == 1_000_000)
        #expect(course.pieces == PacedPieces(size: 4000, pause: 20_000_000))
    }

    @Test func `drawn times vary by request and repeat in every run`() throws {
        let keys =
            "delay: { from: 10 ms, to: 30 ms }, pieces: { size: 1 kB, pause: { from: 1 ms, to: 9 ms } }"
        let first = try course(keys, asking: 200).map(\.course)
        #expect(try course(keys, asking: 200).map(\.course) == first)
        let delays = first.map(\.delay)
        #expect(delays.allSatisfy { (10_000_000...30_000_000).contains($0) })
        #expect(Set(delays).count > 190)
        let mean = delays.reduce(0, +) / 200
        #expect((18_000_000...22_000_000).contains(mean))
        let pauses = try #require(first[0].pieces?.pauses)
        #expect(Set(pauses).count == 11 && pauses.allSatisfy { (1_000_000...9_000_000).contains($0) })
    }

    @Test func `the times drawn for a file do not depend on other files`() throws {
        let origin = """
            delay: { from: 0 ms, to: 1 s }
            files: { a: { text: a }, b: { text: b } }
            """
        let bench = try AnsweringBench(origin)
        let alone = try (0..<5).map { _ in try bench.ask("/a").course.delay }
        let mixed = try AnsweringBench(origin)
        let among = try (0..<5).map { _ in
            _ = try mixed.ask("/b")
            return try mixed.ask("/a").course.delay
        }
        #expect(among == alone)
        #expect(try bench.ask("/b").course.delay != alone[0])
    }

    @Test func `an unknown length is framed by chunks or by the end of the connection`() throws {
        let chunked = try course("length: chunked")[0]
        #expect(chunked.framing == .chunked() && chunked.head.fields["Content-Length"] == nil)
        #expect(try course("length: none")[0].framing == .untilClose)
        let trailed = try course("trailers: { X-Sum: abc }")[0]
        #expect(trailed.framing == .chunked(trailers: ["X-Sum": "abc"]))
        #expect(trailed.head.fields["Trailer"] == "X-Sum")
        #expect(try course("length: known")[0].framing == .length)
    }

    @Test func `a range has a length even if the whole file has no stated length`() throws {
        let bench = try AnsweringBench("files: { a: { text: 0123456789, length: chunked } }")
        let part = try bench.ask("/a", ["Range": "bytes=0-3"])
        #expect(part.framing == .length && part.head.fields["Content-Length"] == "4")
    }
}
