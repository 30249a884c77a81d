import HTTP
import Testing

@testable import CacheClient

/// Judges an image with a lifetime of 60 seconds, requested after some time.
@Suite struct HitJudgeTests {
    private static let start: Int64 = 1_790_000_000_000_000_000

    private static func image(_ control: String?) -> CachedImage {
        var fields: HTTPFields = ["ETag": "\"1\""]
        fields["Cache-Control"] = control
        return CachedImage(
            bytes: [1],
            head: CachedHead(fields: fields, requestedAt: start, respondedAt: start)
        )
    }

    private func verdict(
        _ revalidate: Configuration.Revalidation,
        _ tier: ImageResponse.Tier,
        _ options: LoadOptions = [],
        stale: Bool = true,
        control: String? = "max-age=60",
        after seconds: Int64 = 61
    ) -> HitJudge.Verdict {
        HitJudge(revalidate: revalidate, usesStaleOnError: stale).verdict(
            on: Self.image(control),
            in: tier,
            for: ImageRequest(url: "http://a/", options: options),
            fields: [:],
            now: Self.start + seconds * 1_000_000_000
        )
    }

    @Test func `never revalidating uses every hit at any age`() {
        for tier in ImageResponse.Tier.allCases { #expect(verdict(.never, tier) == .use) }
    }

    @Test func `revalidating disk hits uses memory hits directly`() {
        #expect(verdict(.diskHit, .memory) == .use)
        #expect(verdict(.diskHit, .disk) == .ask(.use))
        #expect(verdict(.diskHit, .disk, stale: false) == .ask(.fail))
    }

    @Test func `always revalidating asks about every hit, even a fresh one`() {
        for tier in ImageResponse.Tier.allCases {
            #expect(verdict(.always, tier, after: 0) == .ask(.use))
            #expect(verdict(.always, tier, stale: false, after: 0) == .ask(.fail))
        }
    }

    @Test func `HTTP freshness decides on use, and Cache-Control on stale use`() {
        for tier in ImageResponse.Tier.allCases {
            #expect(verdict(.http, tier, after: 59) == .use)
            #expect(verdict(.http, tier) == .ask(.useIfUnreachable))
            #expect(verdict(.http, tier, stale: false) == .ask(.fail))
            #expect(verdict(.http, tier, control: "max-age=60, must-revalidate") == .ask(.fail))
            #expect(verdict(.http, tier, stale: false, control: "max-age=60, stale-if-error=9") == .ask(.use))
            #expect(verdict(.http, tier, control: "max-age=60, stale-while-revalidate=9") == .useAndRefresh)
            #expect(verdict(.http, tier, control: "no-cache", after: 0) == .ask(.fail))
            #expect(verdict(.http, tier, control: nil, after: 0) == .ask(.useIfUnreachable))
        }
    }

    @Test func `onlyFromCache uses any hit unless Cache-Control forbids it`() {
        for tier in ImageResponse.Tier.allCases {
            for revalidate in Configuration.Revalidation.allCases {
                #expect(verdict(revalidate, tier, .onlyFromCache) == .use, "\(revalidate)")
            }
            #expect(verdict(.http, tier, .onlyFromCache, control: "no-cache") == .absent)
            #expect(verdict(.http, tier, .onlyFromCache, control: "max-age=60, must-revalidate") == .absent)
        }
    }

    @Test func `a Vary mismatch is revalidated and never used on failure`() {
        let head = CachedHead(
            fields: ["Cache-Control": "max-age=60", "Vary": "Accept"],
            varying: ["Accept": "a"],
            requestedAt: Self.start,
            respondedAt: Self.start
        )
        let judge = HitJudge(revalidate: .http, usesStaleOnError: true)
        for (accept, expected) in [("a", HitJudge.Verdict.use), ("b", .ask(.fail))] {
            let verdict = judge.verdict(
                on: CachedImage(bytes: [1], head: head),
                in: .memory,
                for: ImageRequest(url: "http://a/"),
                fields: ["Accept": accept],
                now: Self.start
            )
            #expect(verdict == expected)
        }
    }

    @Test func `a provider's image is never revalidated`() {
        for revalidate in Configuration.Revalidation.allCases {
            let verdict = HitJudge(revalidate: revalidate, usesStaleOnError: false).verdict(
                on: Self.image("no-cache"),
                in: .disk,
                for: ImageRequest(.base64("", cacheKey: "k")),
                fields: [:],
                now: Self.start
            )
            #expect(verdict == .use)
        }
    }
}
