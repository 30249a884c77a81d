import Testing
import Wire

@testable import Proxy

struct UpstreamPlacesTests {
    private let places = UpstreamPlaces(UpstreamLimits(connections: 4))

    @Test func `all clients together share the limit of places`() throws {
        let taken = (0..<4).compactMap { _ in places.take(for: .loopback4) }
        #expect(taken.count == 4 && places.areTaken && places.take(for: nil) == nil)
        taken[0].free()
        // Once.
        taken[0].free()
        #expect(places.taken == 3)
        withExtendedLifetime(taken) { #expect(places.take(for: nil) != nil) }
    }

    @Test func `a client gets three quarters of the places, excluding idle connections`() throws {
        let client = try #require(IPAddress("192.0.2.7"))
        let taken = (0..<4).compactMap { _ in places.take(for: client) }
        #expect(taken.count == 3)
        taken[0].client = nil
        #expect(places.take(for: client) != nil)
        withExtendedLifetime(taken) {}
    }

    @Test func `a released place is free`() {
        var place = places.take(for: .loopback4)
        #expect(place != nil && places.taken == 1)
        place = nil
        #expect(places.taken == 0)
    }
}
