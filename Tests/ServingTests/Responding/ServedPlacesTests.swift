import Testing

@testable import Serving

struct ServedPlacesTests {
    @Test func `adjacent frames form one place, and foreign frames separate places`() {
        var places = ServedPlaces()
        let taken = SentByteMap(start: 1000)
        places.add(0..<20, of: taken)
        places.add(20..<50, of: taken)
        places.add(90..<100, of: taken)
        #expect(places.ranges == [1000..<1050, 1090..<1100] && places.readableAt == 1100)
    }

    @Test func `a record boundary does not split a byte range`() {
        var places = ServedPlaces()
        let taken = SentByteMap(start: 0, records: .init(count: 40_000, overhead: 22))
        places.add(0..<16_384, of: taken)
        places.add(16_384..<17_000, of: taken)
        #expect(places.ranges == [5..<17_027])
        #expect(places.readableAt == 2 * 16_406)
    }

    @Test func `beyond 16,384 places the last one is extended`() throws {
        var places = ServedPlaces()
        let taken = SentByteMap(start: 0)
        for number in 0..<20_000 { places.add(number * 10..<number * 10 + 1, of: taken) }
        #expect(places.ranges.count == 16_384)
        #expect(try #require(places.ranges.last).upperBound == 199_991)
    }
}
