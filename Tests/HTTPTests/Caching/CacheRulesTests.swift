import Testing

@testable import HTTP

/// The responses of these tests arrived at this moment, by a correct clock of the origin.
private let start: Int64 = 1_790_000_000
private let date = HTTPDate(secondsSince1970: start).description

private func at(_ seconds: Int64) -> Int64 { (start + seconds) * 1_000_000_000 }

private func ago(_ seconds: Int64) -> String { HTTPDate(secondsSince1970: start - seconds).description }

private func stored(_ fields: HTTPFields, request: HTTPFields = [:], status: Int = 200) -> StoredResponse {
    var fields = fields
    if fields["Date"] == nil { fields["Date"] = date }
    return StoredResponse(
        request: request,
        status: status,
        fields: fields,
        requestedAt: at(0),
        respondedAt: at(0)
    )
}

private func get(_ fields: HTTPFields = [:], method: String = "GET") -> HTTPRequestHead {
    HTTPRequestHead(method: method, target: "/", fields: fields)
}

@Suite struct CacheRulesTests {
    private let own = CacheRules(isShared: false)
    private let shared = CacheRules(isShared: true)

    /// Request, status and response fields; whether a private and a shared cache may store it.
    @Test(
        arguments: [
            // 3: a directive allows storing, or the status does.
            ([:], 200, [:], true, true), ([:], 404, [:], true, true), ([:], 410, [:], true, true),
            ([:], 500, [:], false, false), ([:], 302, [:], false, false), ([:], 201, [:], false, false),
            ([:], 302, ["Cache-Control": "max-age=1"], true, true),
            ([:], 500, ["Cache-Control": "public"], true, true),
            ([:], 302, ["Cache-Control": "s-maxage=1"], false, true),
            ([:], 302, ["Expires": "0"], true, true),
            // 3: never interim responses or parts; a 304 is not a response of its own.
            ([:], 103, ["Cache-Control": "max-age=1"], false, false),
            ([:], 206, ["Cache-Control": "max-age=1"], false, false),
            ([:], 304, ["Cache-Control": "max-age=1"], false, false),
            // 5.2.2.5, 5.2.1.5
            ([:], 200, ["Cache-Control": "no-store"], false, false),
            (["Cache-Control": "no-store"], 200, ["Cache-Control": "max-age=9"], false, false),
            // 5.2.2.3: a cache that understands the status ignores no-store.
            ([:], 200, ["Cache-Control": "must-understand, no-store"], true, true),
            ([:], 599, ["Cache-Control": "must-understand, max-age=9"], false, false),
            // 5.2.2.7
            ([:], 200, ["Cache-Control": "private"], true, false),
            ([:], 200, ["Cache-Control": "private=\"x\""], true, false),
            ([:], 302, ["Cache-Control": "private"], true, false),
            // 3.5
            (["Authorization": "Basic x"], 200, ["Cache-Control": "max-age=9"], true, false),
            (["Authorization": "Basic x"], 200, ["Cache-Control": "public"], true, true),
            (["Authorization": "Basic x"], 200, ["Cache-Control": "s-maxage=9"], true, true),
            (["Authorization": "Basic x"], 200, ["Cache-Control": "must-revalidate"], true, true),
            // 4.1: it would match no request.
            ([:], 200, ["Vary": "Accept, *"], false, false),
            ([:], 200, ["Vary": "Accept"], true, true),
            // 5.2.2.4: responses that need validation are stored all the same.
            ([:], 200, ["Cache-Control": "no-cache"], true, true),
        ] as [(HTTPFields, Int, HTTPFields, Bool, Bool)]
    )
    func `decides whether a private or shared cache may store a response`(
        request: HTTPFields,
        status: Int,
        fields: HTTPFields,
        isOwn: Bool,
        isShared: Bool
    ) {
        #expect(own.mayStore(request: get(request), status: status, fields: fields) == isOwn)
        #expect(shared.mayStore(request: get(request), status: status, fields: fields) == isShared)
    }

    @Test func `only responses to GET are stored`() {
        for method in ["HEAD", "POST", "PUT", "OPTIONS", "get"] {
            let fields: HTTPFields = ["Cache-Control": "max-age=9"]
            #expect(!own.mayStore(request: get(method: method), status: 200, fields: fields))
        }
    }

    /// Fields; lifetime in seconds in a private and in a shared cache.
    @Test(
        arguments: [
            // 4.2.1
            (["Cache-Control": "max-age=60"], 60, 60),
            (["Cache-Control": "max-age=60, s-maxage=90"], 60, 90),
            (["Cache-Control": "max-age=60, s-maxage=0"], 60, 0),
            (["Cache-Control": "max-age=60", "Expires": ago(-500)], 60, 60),
            (["Expires": ago(-500)], 500, 500),
            (["Expires": ago(500)], 0, 0),
            (["Expires": date], 0, 0),
            (["Cache-Control": "max-age=x"], 0, 0),
            (["Cache-Control": "max-age=5, max-age=90"], 5, 5),
            (["Cache-Control": "max-age=99999999999"], 2_147_483_648, 2_147_483_648),
            // 5.3: an invalid date is in the past.
            (["Expires": "0"], 0, 0), (["Expires": "-1"], 0, 0), (["Expires": "soon"], 0, 0),
            (["Expires": "0", "Last-Modified": ago(5000)], 0, 0),
            // Counted from the origin's date, not the local clock.
            (["Expires": ago(-500), "Date": ago(100)], 600, 600),
            (["Expires": ago(-500), "Date": "yesterday"], 500, 500),
            // 4.2.2: a tenth, at most a week.
            (["Last-Modified": ago(5000)], 500, 500),
            (["Last-Modified": ago(9)], 0, 0),
            (["Last-Modified": ago(86_400 * 365)], 7 * 86_400, 7 * 86_400),
            (["Last-Modified": ago(-5000)], 0, 0),
            (["Last-Modified": "long ago"], 0, 0),
            ([:], 0, 0),
        ] as [(HTTPFields, Int64, Int64)]
    )
    func `freshness lifetimes of private and shared caches`(
        fields: HTTPFields,
        seconds: Int64,
        sharedSeconds: Int64
    ) {
        #expect(own.freshnessLifetime(of: stored(fields)) == seconds)
        #expect(shared.freshnessLifetime(of: stored(fields)) == sharedSeconds)
    }

    @Test func `a repeated Expires gives no lifetime`() {
        var fields: HTTPFields = ["Expires": ago(-500)]
        fields.append("Expires", ago(-900))
        #expect(own.freshnessLifetime(of: stored(fields)) == 0)
    }

    @Test func `a heuristic lifetime requires a suitable status or public`() {
        let fields: HTTPFields = ["Last-Modified": ago(5000)]
        #expect(own.freshnessLifetime(of: stored(fields, status: 302)) == 0)
        let isPublic: HTTPFields = ["Last-Modified": ago(5000), "Cache-Control": "public"]
        #expect(own.freshnessLifetime(of: stored(isPublic, status: 302)) == 500)
        let careful = CacheRules(isShared: false, heuristicDivisor: 100, longestGuess: 20)
        #expect(careful.freshnessLifetime(of: stored(fields)) == 20)
    }

    /// 4.2.3: Age, Date, request time, response time, now; in seconds from `start`.
    @Test(
        arguments: [
            (nil, 0, 0, 0, 0, 0), (nil, 0, 0, 0, 30, 30),
            // Age added by caches on the way, and the response's delay.
            ("100", 0, 0, 0, 30, 130), ("100", 0, 0, 4, 34, 134),
            // The origin's date shows an age that no field states; it is never negative.
            (nil, -50, 0, 0, 30, 80), (nil, 50, 0, 0, 30, 30),
            // The greater of both.
            ("100", -50, 0, 0, 0, 100), ("10", -50, 0, 0, 0, 50),
            // 5.1: the first of a list; zero if it is not a number.
            ("7, 90", 0, 0, 0, 0, 7), ("x", 0, 0, 0, 0, 0), ("-5", 0, 0, 0, 0, 0), ("1.5", 0, 0, 0, 0, 0),
            ("99999999999999999999", 0, 0, 0, 0, 2_147_483_648), ("7;a=b", 0, 0, 0, 0, 7),
            ("7 ; 9", 0, 0, 0, 0, 7),
            ("7 9", 0, 0, 0, 0, 0),
            // The clock was set back meanwhile.
            (nil, 0, 0, 0, -30, 30), (nil, 0, 40, 0, 0, 0),
        ] as [(String?, Int64, Int64, Int64, Int64, Int64)]
    )
    func `the age combines Age, Date and the time since the response`(
        stated: String?,
        origin: Int64,
        asked: Int64,
        came: Int64,
        now: Int64,
        age: Int64
    ) {
        var response = stored(["Date": HTTPDate(secondsSince1970: start + origin).description])
        response.fields["Age"] = stated
        response.requestedAt = at(asked)
        response.respondedAt = at(came)
        #expect(own.age(of: response, now: at(now)) == age)
    }

    @Test func `extreme stored times do not overflow`() {
        var response = stored(["Cache-Control": "max-age=60"])
        for moment in [Int64.min, .max] {
            response.respondedAt = moment
            response.requestedAt = ~moment
            #expect(own.decide(on: response, for: get(), now: at(0)) == .validate(.useIfUnreachable))
        }
    }

    /// Response directives, request directives, age, and the decisions of a private and a shared cache.
    @Test(
        arguments: [
            // 4.2: fresh as long as its lifetime exceeds its age.
            ("max-age=60", "", 59, .fresh, nil),
            ("max-age=60", "", 60, .validate(.useIfUnreachable), nil),
            ("", "", 0, .validate(.useIfUnreachable), nil),
            ("s-maxage=60", "", 59, .validate(.useIfUnreachable), .fresh),
            // 5.2.2.4
            ("no-cache, max-age=60", "", 0, .validate(.fail), nil),
            ("no-cache=\"set-cookie\", max-age=60", "", 0, .validate(.fail), .fresh),
            // 4.2.4, 5.2.2.2, 5.2.2.8, 5.2.2.10: some responses must not be served stale.
            ("max-age=60, must-revalidate", "", 59, .fresh, nil),
            ("max-age=60, must-revalidate", "", 60, .validate(.fail), nil),
            ("max-age=60, must-revalidate", "max-stale", 60, .validate(.fail), nil),
            ("max-age=60, must-revalidate, stale-if-error=9", "", 60, .validate(.fail), nil),
            ("max-age=60, proxy-revalidate", "", 60, .validate(.useIfUnreachable), .validate(.fail)),
            ("max-age=60, s-maxage=60", "max-stale=9", 60, .stale, .validate(.fail)),
            // 5.2.1.1
            ("max-age=60", "max-age=30", 29, .fresh, nil),
            ("max-age=60", "max-age=30", 30, .validate(.use), nil),
            ("max-age=60", "max-age=0", 0, .validate(.use), nil),
            ("max-age=60, must-revalidate", "max-age=0", 0, .validate(.use), nil),
            ("max-age=60", "max-age=90", 60, .validate(.useIfUnreachable), nil),
            // RFC 8246: an immutable response is not revalidated, unless a request asks for it explicitly.
            ("max-age=60, immutable", "max-age=0", 5, .fresh, nil),
            ("max-age=60, immutable", "no-cache", 5, .validate(.fail), nil),
            ("max-age=60, immutable", "", 60, .validate(.useIfUnreachable), nil),
            // 5.2.1.2
            ("max-age=60", "max-stale=10", 70, .stale, nil),
            ("max-age=60", "max-stale=10", 71, .validate(.useIfUnreachable), nil),
            ("max-age=60", "max-stale", 1_000_000, .stale, nil),
            ("max-age=60", "max-age=30, max-stale=10", 35, .fresh, nil),
            ("max-age=60", "max-age=30, max-stale=40", 65, .stale, nil),
            // 5.2.1.3
            ("max-age=60", "min-fresh=10", 49, .fresh, nil),
            ("max-age=60", "min-fresh=10", 50, .validate(.use), nil),
            ("max-age=60", "min-fresh=99999999999999999999", 0, .validate(.use), nil),
            // 5.2.1.4
            ("max-age=60", "no-cache", 0, .validate(.fail), nil),
            // 5.2.1.7
            ("max-age=60", "only-if-cached", 59, .fresh, nil),
            ("max-age=60", "only-if-cached", 60, .unavailable, nil),
            ("max-age=60", "only-if-cached, max-stale", 60, .stale, nil),
            ("max-age=60, stale-while-revalidate=9", "only-if-cached", 60, .stale, nil),
            // RFC 5861, 3
            ("max-age=60, stale-while-revalidate=10", "", 69, .staleWhileRevalidating, nil),
            ("max-age=60, stale-while-revalidate=10", "", 70, .validate(.useIfUnreachable), nil),
            ("max-age=60, stale-while-revalidate=10, must-revalidate", "", 60, .validate(.fail), nil),
            ("max-age=60, stale-while-revalidate=10", "max-age=30", 60, .validate(.useIfUnreachable), nil),
            ("max-age=60, stale-while-revalidate=10", "no-cache", 60, .validate(.fail), nil),
            // RFC 5861, 4
            ("max-age=60, stale-if-error=10", "", 69, .validate(.use), nil),
            ("max-age=60, stale-if-error=10", "", 70, .validate(.useIfUnreachable), nil),
            ("max-age=60", "stale-if-error=10", 69, .validate(.use), nil),
            ("max-age=60, stale-if-error=5", "stale-if-error=10", 69, .validate(.use), nil),
            ("max-age=60, stale-if-error=10, no-cache", "", 69, .validate(.fail), nil),
        ] as [(String, String, Int64, CacheDecision, CacheDecision?)]
    )
    func `serves, revalidates or bypasses by directives and age`(
        response: String,
        request: String,
        age: Int64,
        decision: CacheDecision,
        sharedDecision: CacheDecision?
    ) {
        let held = stored(["Cache-Control": response])
        let asked = get(request.isEmpty ? [:] : ["Cache-Control": request])
        #expect(own.decide(on: held, for: asked, now: at(age)) == decision)
        #expect(shared.decide(on: held, for: asked, now: at(age)) == sharedDecision ?? decision)
    }

    @Test func `Pragma: no-cache forces revalidation only without Cache-Control`() {
        let held = stored(["Cache-Control": "max-age=60"])
        #expect(own.decide(on: held, for: get(["Pragma": "no-cache"]), now: at(0)) == .validate(.fail))
        let both: HTTPFields = ["Pragma": "no-cache", "Cache-Control": "max-age=50"]
        #expect(own.decide(on: held, for: get(both), now: at(0)) == .fresh)
    }

    @Test func `without a stored response it fetches, or is unavailable with only-if-cached`() {
        #expect(own.decide(on: nil, for: get(), now: at(0)) == .fetch)
        #expect(
            own.decide(on: nil, for: get(["Cache-Control": "only-if-cached"]), now: at(0)) == .unavailable
        )
    }

    @Test func `a stored GET response answers HEAD, but no other method`() {
        let held = stored(["Cache-Control": "max-age=60"])
        #expect(own.decide(on: held, for: get(method: "HEAD"), now: at(0)) == .fresh)
        for method in ["POST", "PUT", "OPTIONS"] {
            #expect(own.decide(on: held, for: get(method: method), now: at(0)) == .fetch)
        }
    }

    /// 4.1
    @Test(
        arguments: [
            ("Accept", ["Accept": "image/webp"], ["Accept": "image/webp"], true),
            ("accept", ["Accept": "a, b"], ["ACCEPT": "a,b"], true),
            ("Accept", ["Accept": "image/webp"], ["Accept": "image/png"], false),
            ("Accept", ["Accept": "image/webp"], [:], false),
            ("Accept", [:], [:], true),
            ("Accept, Origin", ["Accept": "a", "Origin": "x"], ["Accept": "a", "Origin": "y"], false),
            ("*", [:], [:], false),
        ] as [(String, HTTPFields, HTTPFields, Bool)]
    )
    func `a response answers requests that match in its Vary fields`(
        vary: String,
        before: HTTPFields,
        now: HTTPFields,
        isAnswer: Bool
    ) {
        let held = stored(["Cache-Control": "max-age=60", "Vary": vary], request: before)
        #expect(own.decide(on: held, for: get(now), now: at(0)) == (isAnswer ? .fresh : .fetch))
    }
}
