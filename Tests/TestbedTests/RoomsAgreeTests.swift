import CacheClient
import Scenarios
import Testing

/// Rooms that must not import each other state the same facts; this room sees both.
struct RoomsAgreeTests {
    @Test func `words that a scenario and a room below it share are the same`() {
        #expect(
            ClientSettings.Policy.allCases.map(\.rawValue) == Configuration.Policy.allCases.map(\.rawValue)
        )
        #expect(
            ClientSettings.Revalidation.allCases.map(\.rawValue)
                == Configuration.Revalidation.allCases.map(\.rawValue)
        )
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
