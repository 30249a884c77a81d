/// The segments of a capture one by one, up to a limit.
package struct PacketLog: Hashable, Sendable {
    /// About 40 MiB. The line can be fitted as well from these as from all.
    package static let most = 1_000_000

    package private(set) var sightings: [PacketSighting] = []
    package private(set) var leftOut = 0

    package init() {}

    package mutating func add(_ sighting: PacketSighting) {
        if sightings.count < Self.most { sightings.append(sighting) } else { leftOut += 1 }
    }
}
