import Testing

@testable import HTTP

@Suite struct ConditionalTests {
    @Test(arguments: [
        ("\"a\"", EntityTag("a")), (" W/\"a b\" ", nil), ("W/\"ab\"", EntityTag("ab", isWeak: true)),
        ("\"\"", EntityTag("")), ("a", nil), ("\"a", nil), ("w/\"a\"", nil), ("\"a\"b", nil), ("", nil),
        ("\"a\",\"b\"", nil),
    ])
    func `an entity tag is read exactly`(text: String, tag: EntityTag?) {
        #expect(EntityTag(parsing: text) == tag)
        if let tag { #expect(EntityTag(parsing: tag.description) == tag) }
    }

    @Test(arguments: [
        ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\"", true), ("*", true),
        (" * ", true), ("\"b\"", false), ("", false), (",", false), ("a", false), ("\"a", false),
        ("bad, \"a\"", true), ("\"b\"junk, \"a\"", true), ("\"a\"junk", false), ("\"b,\"a\"", false),
        ("\"x,y\", \"a\"", true), ("\"*\"", false), ("*, \"b\"", false), ("W/, \"a\"", true),
        ("\"a\",,,", true),
    ])
    func `If-None-Match compares weakly and survives malformed members`(value: String, isMatch: Bool) {
        for isWeak in [false, true] {
            #expect(IfNoneMatch(parsing: value).matches(EntityTag("a", isWeak: isWeak)) == isMatch)
        }
    }

    @Test func `without a tag only the star matches`() {
        #expect(IfNoneMatch.any.matches(nil))
        #expect(!IfNoneMatch(parsing: "\"a\"").matches(nil))
        #expect(IfNoneMatch(["Accept": "x"]) == nil)
        #expect(
            IfNoneMatch(["If-None-Match": "\"a\"", "if-none-match": "\"b\""])?.matches(EntityTag("b")) == true
        )
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func `dates are written and read`(seconds: Int64, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(HTTPDate(parsing: text)?.secondsSince1970 == seconds)
    }

    @Test func `every day of four centuries is read back`() {
        for day in stride(from: Int64(-200_000), to: 200_000, by: 13) {
            let date = HTTPDate(secondsSince1970: day * 86_400 + 3_723)
            #expect(HTTPDate(parsing: date.description) == date)
        }
    }

    @Test(arguments: [
        "", "Sun, 06 Nov 1994 08:49:37", "Mon, 06 Nov 1994 08:49:37 GMT", "Thu, 30 Feb 2023 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Thu, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    ])
    func `what is no date is refused`(text: String) {
        #expect(HTTPDate(parsing: text) == nil)
    }
}
