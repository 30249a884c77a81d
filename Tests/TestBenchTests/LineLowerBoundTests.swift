import JSON
import Testing

@testable import TestBench

struct LineLowerBoundTests {
    private static let link: JSONValue = [
        "down": ["rateBps": .integer(2_000_000), "oneWayDelayNs": .integer(5_000_000)],
        "up": ["rateBps": .null, "oneWayDelayNs": .integer(5_000_000)],
    ]

    @Test func `bytes take at least their bits divided by the rate`() {
        let floor = LineLowerBound(Self.link, bytes: 250_000)
        #expect(floor.transmission == .seconds(1))
        #expect(floor.roundTrip == .milliseconds(10))
        #expect(
            floor.words(requests: 2)
                == "2 requests brought 250000 bytes, which the line carries in at least 1.0 s; its round trip is 10.0 ms, and a new connection takes one"
        )
    }

    @Test func `a line without limits needs no time`() {
        let floor = LineLowerBound(nil, bytes: 5)
        #expect(floor.transmission == nil)
        #expect(floor.words(requests: 1) == "1 request brought 5 bytes")
    }
}
