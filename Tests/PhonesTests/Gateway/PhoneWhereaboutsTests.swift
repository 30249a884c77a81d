import Testing
import Wire
import WireGuard

@testable import Phones

@Suite struct PhoneWhereaboutsTests {
    private static let here = TunnelEndpoint(address: .loopback4, port: 1)
    private static let there = TunnelEndpoint(address: .loopback4, port: 2)
    private static let elsewhere = TunnelEndpoint(address: .loopback4, port: 3)

    private let name: PhoneName
    private let key: TunnelPublicKey
    private var whereabouts = PhoneWhereabouts()

    init() throws {
        name = try PhoneName("anna")
        key = try TunnelKey().publicKey
    }

    /// What is told of packets from these places, `apart` nanoseconds one after the other.
    private mutating func news(_ places: [TunnelEndpoint], apart: Nanoseconds = 1_000_000_000)
        -> [GatewayNews]
    {
        places.indices.compactMap { index in
            whereabouts.note(name, key, at: places[index], .zero + Nanoseconds(index) * apart)
        }
    }

    @Test mutating func `a phone is reported once, and again after it was lost`() {
        let first = news([Self.here, Self.here])
        #expect(first == [.connected(name, Self.here)])
        let wasThere = [whereabouts.lose(key), whereabouts.lose(key)]
        #expect(wasThere == [true, false])
        let again = news([Self.here])
        #expect(again == [.connected(name, Self.here)])
    }

    @Test mutating func `a phone that travels is reported at each place`() {
        let places = [
            Self.here, Self.there, Self.elsewhere, Self.here, Self.there, Self.elsewhere, Self.here,
        ]
        let told = news(places)
        #expect(told.count == places.count)
    }

    @Test mutating func `two devices with one key are reported once, then not at all`() {
        let places = (0..<100).map { $0 % 2 == 0 ? Self.here : Self.there }
        let told = news(places)
        #expect(told.count == 6)
        #expect(told.last == .shared(name, Self.here, Self.there))
    }

    @Test mutating func `a phone that comes home each day does not count as a second device`() {
        let places = (0..<20).map { $0 % 2 == 0 ? Self.here : Self.there }
        let told = news(places, apart: 3_600_000_000_000)
        #expect(told.count == 20)
    }
}
