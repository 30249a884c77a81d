import Fixtures
import Wire

/// The queue in which an image waits to be made: small ones do not wait for large ones, and each lane is
/// first come, first served.
enum FixtureLane: Hashable {
    case small
    case large

    /// With up to this many pixels an image takes at most some tens of milliseconds.
    private static let mostPixels = 1_000_000

    init(_ place: FixturePlace) {
        self = place.shape.pixels.area <= Self.mostPixels ? .small : .large
    }
}
