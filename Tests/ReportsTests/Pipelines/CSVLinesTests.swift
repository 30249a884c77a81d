import Testing

@testable import Reports

@Suite struct CSVLinesTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""),
        ("a;b", "\"a;b\""),
        ("two\r\nlines", "two··lines"), ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-1", "-1"),
        ("+7", "+7"),
        ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"), ("  =1", "'  =1"), ("＝1", "'＝1"), ("\t=1", "·=1"),
        ("=\u{301}1", "'=\u{301}1"), ("a\"\u{301},b", "\"a\"\"\u{301},b\""),
        ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
    ])
    func `escapes line breaks and neutralises formulas in fields`(_ text: String, _ field: String) {
        #expect(Array(CSVLines.field(text).unicodeScalars) == Array(field.unicodeScalars))
    }

    @Test func `ends lines with CRLF and writes long tables in pieces`() {
        var pieces: [[UInt8]] = []
        CSVLines(["a", "b"]).write([["1", "2"], ["x,y", ""]]) { pieces.append($0) }
        #expect(pieces.map { String(decoding: $0, as: UTF8.self) } == ["a,b\r\n1,2\r\n\"x,y\",\r\n"])
        pieces = []
        let row = [String(repeating: "x", count: 1000)]
        CSVLines(["a"]).write((0..<200).lazy.map { _ in row }) { pieces.append($0) }
        #expect(pieces.count == 4 && pieces.map(\.count).reduce(0, +) == 200 * 1002 + 3)
    }
}
