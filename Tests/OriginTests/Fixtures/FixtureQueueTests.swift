import Testing

@testable import Origin

@Suite struct FixtureQueueTests {
    private func place(_ size: String) throws -> FixturePlace {
        try FixturePlace(RequestTarget("/fixture/jpeg/\(size)"), defaultSeed: 0)
    }

    /// Compares the result of a call that changes the queue.
    private func expect<Value: Equatable>(
        _ answer: Value,
        _ expected: Value,
        _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(answer == expected, sourceLocation: place)
    }

    @Test func `each lane is served in order, and equal requests share one entry`() throws {
        let (first, second, third) = (try place("100x100"), try place("200x200"), try place("9000x9000"))
        var queue = FixtureQueue<Int>(capacity: 10)
        for (customer, place) in [(1, first), (2, third), (3, second), (4, first)] {
            expect(queue.add(customer, to: place), true)
        }
        expect(queue.next(in: .small) { _ in true }, first)
        // Requested while it is being made.
        expect(queue.add(5, to: first), true)
        expect(queue.next(in: .small) { _ in true }, second)
        expect(queue.next(in: .small) { _ in true }, nil)
        expect(queue.next(in: .large) { _ in true }, third)
        expect(queue.finish(first), [1, 4, 5])
        expect(queue.finish(first), [])
        expect(queue.finish(third), [2])
    }

    @Test func `an abandoned image is not made`() throws {
        let (first, second) = (try place("100x100"), try place("200x200"))
        var queue = FixtureQueue<Int>(capacity: 3)
        for (customer, place) in [(1, first), (2, first), (3, second)] {
            expect(queue.add(customer, to: place), true)
        }
        expect(queue.add(4, to: second), false)
        expect(queue.next(in: .small) { $0 > 2 }, second)
        // The places of those who left are free again.
        expect(queue.add(5, to: first), true)
        expect(queue.add(6, to: first), true)
        expect(queue.add(7, to: first), false)
        // One of two callers still wants it.
        expect(queue.next(in: .small) { $0 == 6 }, first)
    }

    @Test(arguments: [
        ("1000x1000", FixtureLane.small), ("1001x1000", .large), ("2000", .small),
        ("8MB", .large),
    ])
    func `an image with many pixels uses the large lane`(size: String, lane: FixtureLane) throws {
        #expect(FixtureLane(try place(size)) == lane)
    }
}
