import Images
import Serving
import Testing

@testable import Origin

@Suite struct FixtureShelfTests {
    @Test func `the shelf keeps the latest images by what they weigh`() throws {
        let shelf = FixtureShelf(capacity: 2500)
        let places = try (1...3).map { seed in
            try FixturePlace(RequestTarget("/fixture/png/1000?seed=\(seed)"), defaultSeed: 0)
        }
        func put(_ index: Int) {
            shelf.keep(Resource([UInt8](repeating: UInt8(index), count: 1000), .png), at: places[index])
        }
        func held() -> [Bool] { places.map { shelf.find($0) != nil } }
        put(0)
        put(1)
        #expect(held() == [true, true, false])
        // The first was asked for since.
        _ = shelf.find(places[0])
        put(2)
        #expect(held() == [true, false, true])
    }

    @Test func `one that weighs more than the shelf holds stands there alone`() throws {
        let shelf = FixtureShelf(capacity: 10)
        let place = try FixturePlace(RequestTarget("/fixture/png/1000"), defaultSeed: 0)
        shelf.keep(Resource([UInt8](repeating: 1, count: 1000), .png), at: place)
        #expect(shelf.find(place) != nil)
    }

    @Test func `answers are at hand for as long as their image is`() throws {
        let shelf = FixtureShelf(capacity: 1500)
        let places = try (1...2).map { seed in
            try FixturePlace(RequestTarget("/fixture/png/1000?seed=\(seed)"), defaultSeed: 0)
        }
        let image = Resource([UInt8](repeating: 1, count: 1000), .png)
        shelf.keep(image, at: places[0])
        #expect(shelf.answers(places[0], for: "a") == nil)
        let answers = PreparedAnswers(whole: .text(200, ""), unchanged: .text(304, ""), tag: nil)
        image.answers.keep(answers, for: "a")
        #expect(shelf.answers(places[0], for: "a") === answers)
        #expect(shelf.answers(places[0], for: "b") == nil && shelf.answers(places[1], for: "a") == nil)
        shelf.keep(Resource([UInt8](repeating: 2, count: 1000), .png), at: places[1])
        #expect(shelf.answers(places[0], for: "a") == nil)
    }
}
