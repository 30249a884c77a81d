import JSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONParsingTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
        ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("18446744073709551615", .unsigned(.max)),
        ("18446744073709551616", .double(18_446_744_073_709_551_616)),
        ("1.5", .double(1.5)), ("-1.5e-3", .double(-0.0015)), ("1E2", .double(100)), ("0.1", .double(0.1)),
        (#""a\"\\\/\b\f\n\r\té\ud83d\ude00é""#, .string("a\"\\/\u{8}\u{c}\n\r\té😀é")),
        ("[]", .array([])), ("{ }", .object([])),
        ("[1,\n\t[2] , \"3\"]", .array([1.json, .array([2.json]), "3"])),
        (
            #"{"b": 1, "a": {"b": null}}"#,
            .object([.init(key: "b", value: 1.json), .init(key: "a", value: ["b": nil])])
        ), ("\"\u{7f}\"", .string("\u{7f}")),
    ])
    func `a text is parsed as a value`(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        ("", 1, 1, "ends where a value"), ("  \n ", 2, 2, "ends where a value"),
        ("nul", 1, 1, "a value is wanted"),
        ("01", 1, 1, "begin with a zero"), ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"),
        ("1e+", 1, 4, "a digit"),
        ("+1", 1, 1, "a value"), (".5", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
        ("1e999", 1, 1, "too large"),
        ("[1 2]", 1, 4, "comma or a closing bracket"), ("[1,]", 1, 4, "a value"), ("[1", 1, 3, "comma"),
        ("{\"a\" 1}", 1, 6, "a colon"), ("{a: 1}", 1, 2, "name in quotes"),
        ("{\"a\": 1,}", 1, 9, "name in quotes"),
        ("{\n  \"a\": 1,\n  \"a\": 2\n}", 3, 3, "is duplicated"), ("{\"a\": 1", 1, 8, "closing brace"),
        ("\"abc", 1, 1, "does not end"), ("\"a\nb\"", 1, 3, "control character"),
        (#""\x""#, 1, 2, "this escape does not exist"),
        (#""\u12g4""#, 1, 2, "four hexadecimal"), (#""\u12""#, 1, 2, "four hexadecimal"),
        (#""\u+123""#, 1, 2, "four"),
        (#""\ud800""#, 1, 2, "surrogate"), (#""\udc00""#, 1, 2, "surrogate"),
        (#""\ud800A""#, 1, 2, "surrogate"),
        ("1 1", 1, 3, "ends before this"), ("{}}", 1, 3, "ends before this"),
        ("\u{FEFF}1", 1, 1, "byte-order mark"),
        ("[1] // no", 1, 5, "ends before this"),
    ])
    func `invalid JSON is rejected with its position`(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `invalid UTF-8 is rejected`() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test func `nesting is bounded`() throws {
        let most = JSONValue.mostLevels
        let deep = String(repeating: "[", count: most) + String(repeating: "]", count: most)
        #expect(throws: Never.self) { try parse(deep) }
        #expect(throws: JSONSyntaxError.self) { try parse("[\(deep)]") }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test func `a written value parses as the same value`() throws {
        let value: JSONValue = [
            "numbers": [.integer(.min), .unsigned(.max), .double(0.1), .double(-2.5e-300), .double(1e300)],
            "text": "a\"b\\c\r\n\t\u{0}\u{1f}\u{7f} größe 画像 🖼 </script>", "none": nil,
            "nested": [["a": []], [:]],
        ]
        #expect(try parse(value.pretty) == value)
    }

    @Test func `a document truncated anywhere is rejected`() throws {
        let bytes = Array(#"{"a": [1.5e3, -20, "é\u00e9\ud83d\ude00", true, null], "b": {}}"#.utf8)
        for count in bytes.indices {
            #expect(throws: JSONSyntaxError.self, "\(count)") {
                try JSONValue(parsing: Array(bytes[..<count]))
            }
        }
        #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
    }
}
