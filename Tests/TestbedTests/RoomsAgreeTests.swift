import CacheClient
import Images
import Origin
import ScenarioFormat
import Scenarios
import Testing
import Wire

/// Rooms that must not import each other state the same facts; this room sees both.
struct RoomsAgreeTests {
    private static let forms =
        OriginFile.ImageKind.allCases.map { ImageSizes($0) } + [ImageSizes(.jpeg, isProgressive: true)]

    @Test(arguments: forms)
    func `what a scenario may ask for can be made, and is as large as it says`(_ sizes: ImageSizes) throws {
        let kind = try #require(ImageKind(rawValue: sizes.image.rawValue))
        let limits = FixtureLimits(kind, isProgressive: sizes.isProgressive)
        #expect(sizes.any == limits.smallest...FixtureLimits.largest)
        #expect(sizes.longestSide == limits.longestSide)
        #expect(sizes.largestArea == limits.largestArea)
        for width in [1, 2, 15, 16, 17, 640, 4000, 16_383] {
            for height in [1, 3, 16, 31, 480, 2001] {
                let pixels = PixelSize(width: width, height: height)
                #expect(sizes.of(pixels) == limits.smallest(pixels)...FixtureLimits.largest)
                #expect(sizes.usual(pixels) == limits.usual(pixels))
                #expect(sizes.of(pixels).contains(sizes.usual(pixels)))
            }
        }
        let odd = try? FixtureShape(kind, bytes: 1001)
        #expect((odd == nil) == sizes.isEven)
    }

    @Test func `words that a scenario and a room below it share are the same`() {
        #expect(
            ClientSettings.Policy.allCases.map(\.rawValue) == Configuration.Policy.allCases.map(\.rawValue)
        )
        #expect(
            ClientSettings.Revalidation.allCases.map(\.rawValue)
                == Configuration.Revalidation.allCases.map(\.rawValue)
        )
        #expect(OriginFile.ImageKind.allCases.map(\.rawValue) == ImageKind.allCases.map(\.rawValue))
    }

    @Test func `a scenario's defaults are the client's own`() {
        let (settings, client) = (ClientSettings(), Configuration())
        #expect(settings.policy.rawValue == client.policy.rawValue)
        #expect(settings.revalidate.rawValue == client.revalidate.rawValue)
        #expect(settings.connections == client.connections)
        #expect(.nanoseconds(settings.timeout) == client.timeout)
        for (ours, theirs) in [(settings.memory, client.memory), (settings.disk, client.disk)] {
            #expect(ours.size == theirs.size && ours.count == theirs.count)
            #expect(ours.timeToLive.map { .nanoseconds($0) } == theirs.timeToLive)
        }
    }
}
