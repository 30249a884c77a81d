import Testing

@testable import HTTP

@Suite struct ValidatorTests {
    @Test(arguments: [
        ("\"a\"", EntityTag("a")), (" W/\"a b\" ", nil), ("W/\"ab\"", EntityTag("ab", isWeak: true)),
        ("\"\"", EntityTag("")), ("a", nil), ("\"a", nil), ("w/\"a\"", nil), ("\"a\"b", nil), ("", nil),
        ("\"a\",\"b\"", nil),
    ])
    func `an entity tag is parsed strictly`(text: String, tag: EntityTag?) {
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
    func `If-None-Match compares weakly and tolerates malformed members`(value: String, isMatch: Bool) {
        for isWeak in [false, true] {
            #expect(IfNoneMatch(["If-None-Match": value])?.matches(EntityTag("a", isWeak: isWeak)) == isMatch)
        }
    }

    @Test(arguments: ["a\u{E4}b", "\u{C3}\u{A4}", "\u{FF}"])
    func `a non-ASCII tag matches only itself`(opaque: String) {
        let condition = IfNoneMatch(["If-None-Match": "\"b\", \"\(opaque)\""])
        #expect(condition?.matches(EntityTag(opaque)) == true)
        #expect(condition?.matches(EntityTag(opaque + "c")) == false)
        #expect(IfNoneMatch(["If-None-Match": "\"\u{C3}\u{A4}\""])?.matches(EntityTag("\u{E4}")) == false)
    }

    @Test func `a resource without a tag matches only *`() {
        #expect(IfNoneMatch(["If-None-Match": "*"])?.matches(nil) == true)
        #expect(IfNoneMatch(["If-None-Match": "\"a\""])?.matches(nil) == false)
        #expect(IfNoneMatch(["Accept": "x"]) == nil)
        #expect(
            IfNoneMatch(["If-None-Match": "\"a\"", "if-none-match": "\"b\""])?.matches(EntityTag("b")) == true
        )
    }

    @Test(arguments: [
        ("\"a\"", true, false), ("W/\"a\"", false, false), ("*", true, true), ("\"b\"", false, false),
        ("W/\"a\", \"a\"", true, false), ("", false, false),
    ])
    func `If-Match compares strongly`(value: String, matchesStrong: Bool, matchesWeak: Bool) {
        let condition = IfMatch(["If-Match": value])
        #expect(condition?.matches(EntityTag("a")) == matchesStrong)
        #expect(condition?.matches(EntityTag("a", isWeak: true)) == matchesWeak)
        #expect(condition?.matches(nil) == (value == "*"))
    }
}
