import Forwarding
import Testing

struct BodyEditTests {
    @Test(arguments: [
        ("a+", "b", "caat", "cbt"), ("(a)(b)?", "$2$1$0", "ab a", "baab aa"), ("a", "$$1$", "a", "$1$"),
        ("a", "$9$x", "a", "$x"), ("(?i)price: (\\d+)", "price: 1$1", "Price: 20", "price: 120"),
        ("^", "x", "", "x"),
    ])
    func `replaces the matches of a pattern`(
        _ pattern: String,
        _ with: String,
        _ text: String,
        _ edited: String
    )
        throws
    {
        let substitution = TextSubstitution.pattern(try RegularExpression(pattern), with: with)
        #expect(substitution.applied(to: text) == edited)
    }

    @Test(arguments: ["(", "[a", "*", String(repeating: "a", count: 1001)])
    func `reports an invalid regular expression`(_ text: String) {
        #expect(throws: RegularExpression.Fault.self) { try RegularExpression(text) }
    }

    @Test func `applies substitutions in sequence, to UTF-8 and to other bytes`() {
        var edit = BodyEdit()
        edit.substitutions = [.text("a", with: "b"), .text("bb", with: "é")]
        #expect(edit.substituted(Array("xab".utf8)) == Array("xé".utf8))
        // ISO 8859-1.
        #expect(edit.substituted([0xFF, 0x61, 0x62]) == [0xFF, 0xE9])
        edit.substitutions = [.text("a", with: "€")]
        #expect(edit.substituted([0xFF, 0x61]) == Array("ÿ€".utf8))
    }
}
