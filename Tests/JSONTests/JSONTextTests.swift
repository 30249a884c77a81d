import JSON
import Testing

@Suite struct JSONTextTests {
    @Test(arguments: [
        (JSONValue.integer(.max), "9223372036854775807"),
        (.integer(.min), "-9223372036854775808"),
        (.unsigned(.max), "18446744073709551615"),
        (.double(0.1), "0.1"),
        (.double(1.878_205), "1.878205"),
        (.double(2), "2"),
        (.double(-0.0), "0"),
        (.double(1e300), "1e+300"),
        (.double(5e-9), "5e-09"),
        (.double(.infinity), "null"),
        (.double(.nan), "null"),
        (.bool(true), "true"),
        (JSONValue.null, "null"),
        (.array([]), "[]"),
        (.object([]), "{}"),
    ])
    func `a scalar or empty value is written in one way`(value: JSONValue, text: String) {
        #expect(value.pretty == text + "\n")
    }

    @Test(arguments: [
        ("a\"b\\c", #""a\"b\\c""#),
        ("line\r\n\ttab", #""line\r\n\ttab""#),
        ("\u{0}\u{1f}\u{7f}", #""\u0000\u001f\u007f""#),
        ("\u{80}\u{9b}\u{9f}x\u{a0}Â", "\"\\u0080\\u009b\\u009fx\u{a0}Â\""),
        ("größe 画像 🖼", "\"größe 画像 🖼\""),
        ("</script>", "\"</script>\""),
    ])
    func `strings are escaped where JSON requires it`(string: String, text: String) {
        #expect(JSONValue.string(string).pretty == text + "\n")
    }

    @Test func `members keep their order and null is written`() {
        let value: JSONValue = ["z": 1.json, "a": nil, "m": 2.json]
        #expect(value.pretty.filter { !$0.isWhitespace } == #"{"z":1,"a":null,"m":2}"#)
        #expect(value["a"] == .null)
        #expect(value["b"] == nil)
    }

    @Test func `pretty text indents objects and keeps plain arrays on a line`() {
        let value: JSONValue = ["a": [["x": 1.json]], "b": [1.json, 2.json], "c": [:], "d": []]
        #expect(
            value.pretty == """
                {
                  "a": [
                    {
                      "x": 1
                    }
                  ],
                  "b": [1, 2],
                  "c": {},
                  "d": []
                }

                """
        )
    }

    @Test func `an unsigned number becomes an integer if it fits`() {
        #expect(UInt64(47).json == .integer(47))
        #expect(UInt64.max.json == .unsigned(.max))
    }
}
