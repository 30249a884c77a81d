import CacheClient
import Images
import Origin
import Scenarios
import Testing

/// Rooms that must not import each other state the same things: here is who sees both.
struct RoomsAgreeTests {
    @Test(arguments: OriginFile.ImageKind.allCases)
    func `every size that a scenario may ask for can be made`(_ kind: OriginFile.ImageKind) throws {
        let made = try #require(ImageKind(rawValue: kind.rawValue))
        #expect(kind.sizes == FixtureImage.minimum(made)...FixtureImage.maximum)
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
