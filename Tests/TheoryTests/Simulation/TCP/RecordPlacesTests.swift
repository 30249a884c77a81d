import Testing

@testable import Theory

@Suite struct RecordPlacesTests {
    @Test func `a read ends with its record or the header of the next`() {
        var places = RecordPlaces()
        #expect(places.limit(from: 0) == .max)
        for end in [886, 17_292, 33_698] { places.add(end) }
        #expect(places.limit(from: 0) == 886)
        #expect(places.limit(from: 886) == 891)
        #expect(places.limit(from: 900) == 17_292)
        #expect(places.limit(from: 20_000) == 33_698)
        #expect(places.limit(from: 33_698) == 33_703)
        #expect(places.limit(from: 40_000) == .max)
    }

    @Test func `all records of a message but the last are full`() {
        let security = SimulatedSecurity.full13
        #expect(security.records(of: 40_000, from: 100) == [16_506, 32_912, 40_166])
        #expect(security.records(of: 0, from: 100) == [])
        #expect(SimulatedSecurity.flights(of: 300_000) == [131_072, 131_072, 37_856])
        #expect(SimulatedSecurity.flights(of: 0) == [1])
    }
}
