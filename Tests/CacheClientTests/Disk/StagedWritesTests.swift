import Testing

@testable import CacheClient

struct StagedWritesTests {
    /// Lifetime of an image stored at 100, the time of the request, and whether that waits for the write.
    @Test(
        arguments: [
            (.lasting(50), 100, false), (.lasting(50), 149, false), (.lasting(50), 150, true),
            (.lasting(50), 99, true), (.never, .max, false), (.ofCache, 1_000_000_099, false),
            (.ofCache, 1_000_000_100, true), (.lasting(.max), .max, false),
        ] as [(Lifetime, Int64, Bool)]
    )
    func `a staged image that may have expired waits for its write`(
        lifetime: Lifetime,
        now: Int64,
        waits: Bool
    ) {
        var staged = StagedWrites()
        let image = CachedImage(bytes: [1], etag: nil)
        _ = staged.begin(.image(image), for: "k", moments: StagedWrites.moments(from: 100, lifetime))
        switch staged.find("k", at: now) {
        case .image: #expect(!waits)
        case .changing: #expect(waits)
        case .gone, .nothing: Issue.record("it is not there")
        }
    }
}
