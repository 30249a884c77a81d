import Testing

@testable import CacheClient

struct ExpirationTests {
    private static let day: Int64 = 86_400_000_000_000

    @Test(arguments: [
        (Expiration.never, Lifetime.never), (.after(.seconds(3)), .lasting(3_000_000_000)),
        (.days(2), .lasting(2 * day)), (.date(5000), .lasting(4000)), (.date(1000), .lasting(0)),
        (.date(999), .lasting(0)), (.expired, .lasting(0)), (.after(.seconds(-1)), .lasting(-1_000_000_000)),
    ])
    func `converts to a lifetime`(expiration: Expiration, lifetime: Lifetime) {
        #expect(expiration.lifetime(at: 1000) == lifetime)
    }

    @Test func `extreme dates do not overflow`() {
        #expect(Expiration.date(.max).lifetime(at: .min) == .lasting(.max))
        #expect(Expiration.date(.min).lifetime(at: .max) == .lasting(0))
        #expect(Expiration.days(.max / 86_400).lifetime(at: 0) == .lasting(.max))
    }

    @Test(arguments: [
        (CachePreset.lower, 70, 25, 30), (.normal, 150, 50, 50), (.high, 300, 75, 70),
    ])
    func `presets have the documented limits`(preset: CachePreset, mebibytes: Int, memory: Int, disk: Int) {
        #expect(preset.memory.size == mebibytes << 20)
        #expect(preset.memory.count == memory)
        #expect(preset.disk.count == disk)
    }
}
