import Testing

@testable import HTTP

@Suite struct PreconditionsTests {
    typealias Outcome = Preconditions.Outcome

    private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"
    private static let now = HTTPDate(secondsSince1970: 1_790_000_000)
    private static let current = Validators(
        tag: EntityTag("a"),
        lastModified: HTTPDate(secondsSince1970: 784_111_777)
    )
    private static let weak = Validators(
        tag: EntityTag("a", isWeak: true),
        lastModified: current.lastModified
    )
    private static let undated = Validators(tag: EntityTag("a"))

    private func outcome(
        _ fields: HTTPFields,
        _ method: String = "GET",
        on current: Validators? = Self.current,
        now: HTTPDate = Self.now
    ) -> Outcome {
        Preconditions(fields, now: now).outcome(of: method, on: current)
    }

    @Test(
        arguments: [
            ([:], .ranged),
            (["If-Match": "\"a\""], .ranged), (["If-Match": "\"b\""], .failed), (["If-Match": "*"], .ranged),
            (["If-Match": "W/\"a\""], .failed),
            (["If-Unmodified-Since": same], .ranged), (["If-Unmodified-Since": after], .ranged),
            (["If-Unmodified-Since": before], .failed), (["If-Unmodified-Since": "then"], .ranged),
            (["If-None-Match": "\"a\""], .notModified), (["If-None-Match": "W/\"a\""], .notModified),
            (["If-None-Match": "\"b\""], .ranged), (["If-None-Match": "*"], .notModified),
            (["If-Modified-Since": same], .notModified), (["If-Modified-Since": after], .notModified),
            (["If-Modified-Since": before], .ranged), (["If-Modified-Since": "then"], .ranged),
            (["If-Modified-Since": "Sunday, 06-Nov-94 08:49:37 GMT"], .notModified),
            (["If-Modified-Since": "Sun Nov  6 08:49:37 1994"], .notModified),
            (["If-Modified-Since": same, "if-modified-since": same], .ranged),
        ] as [(HTTPFields, Outcome)]
    )
    func `evaluates each condition alone`(fields: HTTPFields, expected: Outcome) {
        #expect(outcome(fields) == expected)
    }

    @Test(
        arguments: [
            // A tag overrides the date of its pair.
            (["If-Match": "\"a\"", "If-Unmodified-Since": before], .ranged),
            (["If-Match": "\"b\"", "If-Unmodified-Since": same], .failed),
            (["If-None-Match": "\"b\"", "If-Modified-Since": same], .ranged),
            (["If-None-Match": "\"a\"", "If-Modified-Since": before], .notModified),
            // A malformed tag overrides it too.
            (["If-None-Match": "a", "If-Modified-Since": same], .ranged),
            // The client's own assumption is checked first.
            (["If-Match": "\"b\"", "If-None-Match": "\"a\""], .failed),
            (["If-Unmodified-Since": before, "If-None-Match": "\"a\""], .failed),
            (["If-Match": "\"a\"", "If-None-Match": "\"a\""], .notModified),
            (["If-Unmodified-Since": same, "If-Modified-Since": same], .notModified),
            // The range is checked last.
            (["If-None-Match": "\"a\"", "If-Range": "\"b\""], .notModified),
            (["If-Match": "\"a\"", "If-Range": "\"b\""], .whole),
        ] as [(HTTPFields, Outcome)]
    )
    func `evaluates conditions in order`(fields: HTTPFields, expected: Outcome) {
        #expect(outcome(fields) == expected)
    }

    @Test(
        arguments: [
            ("GET", "If-None-Match", "\"a\"", .notModified),
            ("HEAD", "If-None-Match", "\"a\"", .notModified),
            ("PUT", "If-None-Match", "\"a\"", .failed), ("DELETE", "If-None-Match", "*", .failed),
            ("HEAD", "If-Modified-Since", same, .notModified), ("PUT", "If-Modified-Since", same, .whole),
            ("PUT", "If-Match", "\"b\"", .failed), ("PUT", "If-Unmodified-Since", before, .failed),
            ("OPTIONS", "If-Match", "\"b\"", .whole), ("TRACE", "If-None-Match", "*", .whole),
            ("CONNECT", "If-Match", "\"b\"", .whole), ("HEAD", "If-Range", "\"a\"", .whole),
            ("get", "If-None-Match", "\"a\"", .failed),
        ] as [(String, String, String, Outcome)]
    )
    func `conditions depend on the method`(method: String, name: String, value: String, expected: Outcome) {
        #expect(outcome([name: value], method) == expected)
    }

    @Test func `a missing resource matches no tag`() {
        #expect(outcome(["If-Match": "*"], "PUT", on: nil) == .failed)
        #expect(outcome(["If-Match": "\"a\""], "PUT", on: nil) == .failed)
        #expect(outcome(["If-None-Match": "*"], "PUT", on: nil) == .whole)
        #expect(outcome(["If-Unmodified-Since": Self.before], "PUT", on: nil) == .whole)
        #expect(outcome(["If-Modified-Since": Self.same], on: nil) == .whole)
    }

    @Test func `date conditions do not apply to a resource without a date`() {
        #expect(outcome(["If-Unmodified-Since": Self.before], on: Self.undated) == .ranged)
        #expect(outcome(["If-Modified-Since": Self.after], on: Self.undated) == .ranged)
        #expect(outcome(["If-Range": Self.same], on: Self.undated) == .whole)
        #expect(outcome(["If-None-Match": "*"], on: Validators()) == .notModified)
    }

    @Test(
        arguments: [
            ("\"a\"", .ranged), ("\"b\"", .whole), ("W/\"a\"", .whole), ("\"a\", \"b\"", .whole),
            ("*", .whole),
            (same, .ranged), (before, .whole), (after, .whole), ("Sun Nov  6 08:49:37 1994", .ranged),
            ("", .whole),
        ] as [(String, Outcome)]
    )
    func `a range applies only if If-Range names the current state`(value: String, expected: Outcome) {
        #expect(outcome(["Range": "bytes=0-1", "If-Range": value]) == expected)
    }

    @Test func `If-Range does not accept a weak tag or a date within the current second`() {
        #expect(outcome(["If-Range": "\"a\""], on: Self.weak) == .whole)
        #expect(outcome(["If-Range": "W/\"a\""], on: Self.weak) == .whole)
        let within = HTTPDate(secondsSince1970: 784_111_777)
        #expect(outcome(["If-Range": Self.same], now: within) == .whole)
    }
}

extension Preconditions.Outcome {
    fileprivate static let whole = Self.proceed(honoursRange: false)
    fileprivate static let ranged = Self.proceed(honoursRange: true)
}
