import Fixtures
import Serving
import Testing

@testable import Origin

@Suite struct FixtureCacheTests {
    @Test func `evicts the least recently used images by weight`() throws {
        let cache = FixtureCache(capacity: 2500)
        let places = try (1...3).map { seed in
            try FixturePlace(RequestTarget("/fixture/png/1000?seed=\(seed)"), defaultSeed: 0)
        }
        func put(_ index: Int) {
            cache.keep(Resource([UInt8](repeating: UInt8(index), count: 1000), .png), at: places[index])
        }
        func held() -> [Bool] { places.map { cache.find($0) != nil } }
        put(0)
        put(1)
        #expect(held() == [true, true, false])
        // The first has been requested since.
        _ = cache.find(places[0])
        put(2)
        #expect(held() == [true, false, true])
    }

    @Test func `an image larger than the capacity is kept alone`() throws {
        let cache = FixtureCache(capacity: 10)
        let place = try FixturePlace(RequestTarget("/fixture/png/1000"), defaultSeed: 0)
        cache.keep(Resource([UInt8](repeating: 1, count: 1000), .png), at: place)
        #expect(cache.find(place) != nil)
    }

    @Test func `prepared responses are kept as long as their image`() throws {
        let cache = FixtureCache(capacity: 1500)
        let places = try (1...2).map { seed in
            try FixturePlace(RequestTarget("/fixture/png/1000?seed=\(seed)"), defaultSeed: 0)
        }
        let image = Resource([UInt8](repeating: 1, count: 1000), .png)
        cache.keep(image, at: places[0])
        #expect(cache.answers(places[0], for: "a") == nil)
        let answers = PreparedAnswers(whole: .text(200, ""), unchanged: .text(304, ""), tag: nil)
        image.answers.keep(answers, for: "a")
        #expect(cache.answers(places[0], for: "a") === answers)
        #expect(cache.answers(places[0], for: "b") == nil && cache.answers(places[1], for: "a") == nil)
        cache.keep(Resource([UInt8](repeating: 2, count: 1000), .png), at: places[1])
        #expect(cache.answers(places[0], for: "a") == nil)
    }
}
