import Testing
import Wire

@testable import Proxy

struct LookupQueueTests {
    private static let second: Nanoseconds = 1_000_000_000

    /// Adds names, and returns those that there was room for.
    private func add(_ names: [String], for client: IPAddress? = nil, to queue: inout LookupQueue) -> [String]
    {
        var added: [String] = []
        for name in names where queue.add(name, for: client) { added.append(name) }
        return added
    }

    /// All names that begin at that instant.
    private func begin(_ queue: inout LookupQueue, at now: Instant = .zero) -> [String] {
        var names: [String] = []
        while let name = queue.next(at: now) { names.append(name) }
        return names
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("a.test", "a.test"), ("b.a.test", "a.test"), ("c.b.a.test.", "a.test"),
        ("a.co.uk", "a.co.uk"), ("b.a.co.uk", "a.co.uk"), ("www.example.com", "example.com"), ("", ""),
    ])
    func `names are grouped by registrable domain`(_ name: String, _ domain: String) {
        #expect(LookupQueue.domain(of: name) == domain)
    }

    @Test func `a domain gets a limited share and other domains follow`() {
        var queue = LookupQueue()
        let added = add((0..<300).map { "\($0).slow.test" } + ["a.test"], for: .loopback4, to: &queue)
        let begun = begin(&queue)
        #expect(added.count == 301)
        #expect(begun.count == LookupQueue.mostOfDomain + 1 && begun.contains("a.test"))
    }

    @Test func `a domain with slow look-ups gets no more until they end`() {
        var queue = LookupQueue()
        _ = add(["0.slow.test"], to: &queue)
        let first = begin(&queue)
        _ = add(["1.slow.test", "a.test"], to: &queue)
        let later = Instant.zero + 2 * Self.second
        let second = begin(&queue, at: later)
        let time = queue.ended("0.slow.test", at: later)
        let third = begin(&queue, at: later)
        #expect([first, second, third] == [["0.slow.test"], ["a.test"], ["1.slow.test"]])
        #expect(time == 2 * Self.second)
    }

    @Test func `a remote client gets a limited share over all domains`() throws {
        var queue = LookupQueue()
        let client = try #require(IPAddress("192.0.2.7"))
        _ = add((0..<300).map { "\($0).test" }, for: client, to: &queue)
        let ofOne = begin(&queue)
        #expect(ofOne.count == LookupQueue.mostOfClient)
        let other = try #require(IPAddress("192.0.2.8"))
        _ = add(["mine.test"], for: other, to: &queue)
        let ofOther = begin(&queue)
        #expect(ofOther == ["mine.test"])
    }

    @Test func `the queue is bounded`() {
        var queue = LookupQueue()
        let ofDomain = add((0..<1000).map { "\($0).slow.test" }, to: &queue)
        #expect(ofDomain.count == LookupQueue.mostWaitingOfDomain)
        let others = add((0..<5000).map { "\($0).test" }, to: &queue)
        #expect(others.count == LookupQueue.mostWaiting - LookupQueue.mostWaitingOfDomain)
        for name in others { queue.forget(name) }
        let next = add(["a.test"], to: &queue)
        #expect(next == ["a.test"])
    }

    @Test func `an abandoned name is not looked up`() {
        var queue = LookupQueue()
        _ = add(["a.test", "b.test"], to: &queue)
        queue.forget("a.test")
        queue.forget("c.test")
        let begun = begin(&queue)
        #expect(begun == ["b.test"])
    }
}
