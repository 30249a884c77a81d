import Testing

@testable import HTTP

@Suite struct TargetedCacheControlTests {
    private func control(_ value: String) -> String? {
        CacheControl(targeted: ["CDN-Cache-Control": value]).map { "\($0)" }
    }

    @Test(arguments: [
        ("max-age=60", "max-age=60"), ("max-age=60, no-store", "max-age=60, no-store"),
        (" max-age=60;a=b;c ,\tprivate=?1", "max-age=60, private"), ("no-store=?0, max-age=1", "max-age=1"),
        ("max-age=1, max-age=2", "max-age=2"), ("max-age=-1, a", "a"), ("max-age", ""),
        // A time of another kind is none.
        ("max-age=\"60\"", ""), ("max-age=60.0", ""), ("max-age=abc, public", "public"),
        ("max-age=(1 2)", ""),
        ("no-store=\"x\"", "no-store"), ("x=:YQ==:, y=@1, z=\"\\\"\", w=*a/b:c", "x, y, z, w"),
    ])
    func `a dictionary is parsed by the structured-field grammar`(value: String, directives: String) {
        #expect(control(value) == directives)
    }

    @Test(arguments: [
        "", " ", "max-age=60,", ",max-age=60", "max-age=60 no-store", "Max-Age=60", "max-age=", "max-age=6x",
        "max-age=1234567890123456", "a=?2", "a=\"b", "a=\"\u{E4}\"", "a=(1", "a=(1,2)", "a=1.", "a=:b",
        "a;=1", "=1",
        "max-age=60;B",
    ])
    func `a malformed field is ignored`(value: String) {
        #expect(control(value) == nil)
    }

    @Test func `a response without the field yields nil`() {
        #expect(CacheControl(targeted: ["Cache-Control": "max-age=60"]) == nil)
    }
}
