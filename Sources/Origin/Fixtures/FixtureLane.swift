import Images
import Wire

/// Where an image waits to be made: small ones do not wait for large ones, and in a lane each has its turn.
enum FixtureLane: Hashable {
    case small
    case large

    /// Up to so many pixels an image takes at most some tens of milliseconds.
    private static let mostPixels = 1_000_000

    init(_ place: FixturePlace) {
        self = place.shape.pixels.area <= Self.mostPixels ? .small : .large
    }
}
