import Testing

@testable import Serving

/// A flight of 20,000 bytes in two records, each 22 bytes longer than its content, behind 100 bytes of handshake.
struct SentByteMapTests {
    private var flight: SentByteMap {
        SentByteMap(start: 100, records: .init(count: 20_000, overhead: 22))
    }

    @Test(arguments: [(0, 105), (16_383, 16_488), (16_384, 16_511), (19_999, 20_126)])
    func `a byte's place includes the overhead of the preceding records`(_ index: Int, _ place: Int) {
        #expect(flight.place(of: index) == place)
    }

    @Test(arguments: [(1, 16_506), (16_384, 16_506), (16_385, 20_144), (20_000, 20_144)])
    func `a record is readable only after its last byte`(_ count: Int, _ place: Int) {
        #expect(flight.readable(count) == place)
    }

    @Test func `bytes written earlier count towards the offset`() {
        var rest = flight
        rest.offset = 16_384
        #expect(rest.place(of: 0) == 16_511 && rest.readable(1) == 20_144)
    }

    @Test func `without TLS a byte is readable as it arrives`() {
        let plain = SentByteMap(start: 100)
        #expect(plain.place(of: 7) == 107 && plain.readable(8) == 108)
    }
}
