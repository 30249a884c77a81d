import CacheClient
import Scenarios
import Testing

@testable import Serving
@testable import Theory

/// Rooms that must not import each other state the same facts; this room sees both.
struct RoomsAgreeTests {
    @Test func `scenario and client use the same policy and revalidation names`() {
        #expect(
            ClientSettings.Policy.allCases.map(\.rawValue) == Configuration.Policy.allCases.map(\.rawValue)
        )
        #expect(
            ClientSettings.Revalidation.allCases.map(\.rawValue)
                == Configuration.Revalidation.allCases.map(\.rawValue)
        )
    }

    /// Where frames lie among the connection's bytes.
    @Test(arguments: [1, 16_384, 16_385, 40_000])
    func `the simulated origin splits flights into records like the real one`(_ count: Int) {
        let simulated = SimulatedSecurity.full13
        let taken = SentByteMap(
            start: 0,
            records: .init(count: count, overhead: simulated.recordOverhead)
        )
        for byte in stride(from: 0, to: count, by: 37) {
            #expect(taken.place(of: byte) == simulated.place(of: byte))
            #expect(taken.readable(byte + 1) == simulated.readable(byte + 1, of: count))
        }
    }

    @Test func `a scenario's defaults equal the client's`() {
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
