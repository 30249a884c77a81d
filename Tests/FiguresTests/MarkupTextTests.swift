import Figures
import Testing

@Suite struct `Text within markup` {
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"x'", "&quot;x'"),
        ("a\u{1B}\n", "a\u{FFFD}\u{FFFD}"),
        // A mark that is combined with a sign makes one character of both.
        ("<\u{301}b>\u{301}", "&lt;\u{301}b&gt;\u{301}"), ("é😀", "é😀"),
    ])
    func `escapes markup characters and replaces control characters`(_ text: String, _ escaped: String) {
        #expect(Array(MarkupText.escaped(text).utf8) == Array(escaped.utf8))
    }
}
