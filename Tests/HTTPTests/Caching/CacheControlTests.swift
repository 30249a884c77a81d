import Testing

@testable import HTTP

@Suite struct CacheControlTests {
    @Test(arguments: [
        ("max-age=60", 60), ("Max-Age=60, public", 60), ("max-age=\"60\"", 60), ("public, max-age=0", 0),
        ("max-age=00060", 60), ("max-age=99999999999999999999", CacheControl.longestAge),
        ("max-age=2147483649", CacheControl.longestAge), ("public", nil), ("", nil), ("xmax-age=60", nil),
        // The first value counts; one that cannot be parsed is stale.
        ("max-age=60, max-age=90", 60), ("max-age=x", 0), ("max-age", 0), ("max-age=-1", 0),
        ("max-age=1.5", 0),
        ("max-age=\"\"", 0), ("max-age=x, max-age=60", 0),
        // Not a directive at all.
        ("max-age=", nil), ("max-age =60", nil), ("max-age= 60", nil), ("max-age=60 s", nil), ("=60", nil),
        ("max-age=\"60", nil), ("max-age=, max-age=30", 30), ("a=\"max-age=1, b\", max-age=7", 7),
    ])
    func `ages are parsed`(value: String, seconds: Int?) {
        #expect(CacheControl(["Cache-Control": value]).maxAge == seconds)
    }

    @Test func `directives of several fields form one list, including unknown ones`() {
        let control = CacheControl([
            "Cache-Control": "no-cache", "cache-control": "ext=\"a, b\",,STALE-IF-ERROR=5",
        ])
        #expect(control.isNoCache)
        #expect(control["ext"]?.value == "a, b")
        #expect(control.staleIfError == 5)
        #expect(control.directives.map(\.name) == ["no-cache", "ext", "stale-if-error"])
        #expect(CacheControl([:]).directives.isEmpty)
    }

    @Test func `directives may name fields`() {
        let control = CacheControl(parsing: "no-cache=\"Set-Cookie, X\", private=Y, no-store")
        #expect(control.isNoCache && control.isPrivate && control.isNoStore)
    }

    /// The whole response needs revalidation unless names of fields are all that is said, and the content can do without.
    @Test(
        arguments: [
            ("no-cache=\"Set-Cookie, X\"", ["set-cookie", "x"]), ("no-cache=a, no-cache=b", ["a", "b"]),
            ("no-cache", []), ("no-cache=a, no-cache", []), ("no-cache=\"a b\"", []), ("no-cache=\"a,\"", []),
            ("no-cache=\"\"", []), ("no-cache=\"a, Content-Encoding\"", []), ("max-age=1", []),
        ] as [(String, Set<String>)]
    )
    func `no-cache with field names revalidates only those fields in a shared cache`(
        _ value: String,
        _ names: Set<String>
    ) {
        let control = CacheControl(parsing: value)
        #expect(control.revalidatedFields == names)
        #expect(CacheRules(isShared: true).needsValidation(control) == (control.isNoCache && names.isEmpty))
        // A private cache revalidates the whole response.
        #expect(CacheRules(isShared: false).needsValidation(control) == control.isNoCache)
    }

    @Test func `max-stale without a number is unlimited`() {
        #expect(CacheControl(parsing: "max-stale").maxStale == CacheControl.longestAge)
        #expect(CacheControl(parsing: "max-stale=3").maxStale == 3)
        #expect(CacheControl(parsing: "max-stale=x").maxStale == 0)
        #expect(CacheControl(parsing: "").maxStale == nil)
    }

    @Test func `directives round-trip`() {
        var control = CacheControl()
        control.isPublic = true
        control.maxAge = 60
        control.sharedMaxAge = 120
        control.staleWhileRevalidate = 10
        control.staleIfError = 20
        control.minFresh = 1
        control.maxStale = 2
        control.isImmutable = true
        control.isMustRevalidate = true
        control.isProxyRevalidate = true
        control.isMustUnderstand = true
        control.isNoStore = true
        control.isOnlyIfCached = true
        control.isPrivate = true
        control.set("ext", to: "a, \"b\"")
        #expect(
            control.description
                == "public, max-age=60, s-maxage=120, stale-while-revalidate=10, stale-if-error=20, "
                + "min-fresh=1, max-stale=2, immutable, must-revalidate, proxy-revalidate, must-understand, "
                + "no-store, only-if-cached, private, ext=\"a, \\\"b\\\"\""
        )
        #expect(CacheControl(parsing: control.description) == control)
        control.maxAge = 0
        control.isPublic = false
        control.staleIfError = nil
        #expect(
            control.description.hasPrefix("max-age=0, s-maxage=120, stale-while-revalidate=10, min-fresh")
        )
    }
}
