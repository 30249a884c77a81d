import Wire
import WireGuard

/// Where each phone that is there was last, and what of that is news.
///
/// A phone may move at any time, from Wi-Fi to a cable and back. Two devices with one key look like one that moves to and
/// fro without end: that is told once.
struct PhoneWhereabouts {
    private struct Place {
        var endpoint: TunnelEndpoint
        /// Where it was before.
        var last: TunnelEndpoint?
        /// When it moved to the endpoint.
        var since: Instant
        /// Times in a row that it came back at once to where it was before.
        var returns = 0
    }

    /// A return that takes longer is a user's.
    private static let atOnce: Nanoseconds = 60_000_000_000
    /// Returns in a row that one device does not make.
    private static let mostReturns = 4

    private var places: [TunnelPublicKey: Place] = [:]

    /// A packet of the phone came from there.
    mutating func note(
        _ name: PhoneName,
        _ key: TunnelPublicKey,
        at endpoint: TunnelEndpoint,
        _ now: Instant
    ) -> GatewayNews? {
        guard var place = places[key] else {
            places[key] = Place(endpoint: endpoint, since: now)
            return .connected(name, endpoint)
        }
        guard endpoint != place.endpoint else { return nil }
        let isReturn = endpoint == place.last && now - place.since < Self.atOnce
        place.returns = isReturn ? place.returns + 1 : 0
        (place.last, place.endpoint, place.since) = (place.endpoint, endpoint, now)
        places[key] = place
        if place.returns < Self.mostReturns { return .moved(name, endpoint) }
        guard place.returns == Self.mostReturns, let last = place.last else { return nil }
        return .shared(name, last, endpoint)
    }

    /// It does not answer; false if it was not there. Its next packet makes it connected again.
    mutating func lose(_ key: TunnelPublicKey) -> Bool {
        places.removeValue(forKey: key) != nil
    }
}
