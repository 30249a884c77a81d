import Testing

@testable import HTTP

@Suite struct NegotiationTests {
    @Test(arguments: [
        ("gzip", "gzip=1000"), ("gzip;q=0.5, br", "gzip=500 br=1000"), ("GZIP ; Q=0.123 ", "gzip=123"),
        ("a;q=0,b;q=0.,c;q=0.0,d;q=1.000", "a=0 b=0 c=0 d=1000"), ("*;q=0.1", "*=100"),
        ("text/html;level=1;q=0.7, */*", "text/html=700 */*=1000"), ("", ""), (",, a ,,", "a=1000"),
        // Malformed members are left out.
        ("a;q=1.001, b", "b=1000"), ("a;q=2, b", "b=1000"), ("a;q=0.1234, b", "b=1000"),
        ("a;q=, b", "b=1000"),
        ("a;q=-1, b", "b=1000"), ("a;q=x, b", "b=1000"), ("a;q, b", "b=1000"), ("a b, c", "c=1000"),
        ("a;;q=1, b", "b=1000"), ("a/, b", "b=1000"), ("a;x=\",\";q=0.5, b", "a=500 b=1000"),
        ("a;q=.5, b", "b=1000"), ("a;q=0..5, b", "b=1000"), ("a;q=1.5.0, b", "b=1000"),
    ])
    func `members are parsed with their quality`(value: String, expected: String) {
        let list = QualityList(["Accept": value], "accept")
        #expect(list?.members.map { "\($0.value)=\($0.quality)" }.joined(separator: " ") == expected)
    }

    @Test func `parameters are kept and the number of members is limited`() {
        let member = QualityList(parsing: "text/html;Level=\"a\\\"b\";q=0.5;x=y").members.first
        #expect(member?.parameters == [FieldParameter("level", "a\"b"), FieldParameter("x", "y")])
        let many = Array(repeating: "a", count: 1000).joined(separator: ",")
        #expect(QualityList(parsing: many).members.count == QualityList.limit)
        #expect(QualityList([:], "Accept") == nil)
    }

    @Test(arguments: [
        ("gzip", "gzip"), ("gzip, br", "br"), ("br;q=0.5, gzip", "gzip"), ("", "identity"),
        ("deflate", "identity"), ("*", "br"), ("*;q=0", nil), ("*;q=0, gzip", "gzip"), ("identity;q=0", nil),
        ("identity;q=0, *", "br"), ("gzip;q=0", "identity"), ("gzip;q=0, *", "br"),
        ("br;q=0, gzip;q=0", "identity"),
        ("gzip;q=0.001", "gzip"), ("gzip;q=0.5, identity", "identity"), ("gzip;q=0.5, *;q=0.2", "gzip"),
        ("X-GZIP", "gzip"), ("*;q=0, identity;q=0.1", "identity"),
    ])
    func `chooses the preferred content coding`(value: String, expected: String?) {
        let accepted = AcceptEncoding(["Accept-Encoding": value])
        #expect(accepted?.choice(from: ["br", "gzip", AcceptEncoding.identity]) == expected)
    }

    @Test func `a missing field gives no preference`() {
        #expect(AcceptEncoding(["Accept": "gzip"]) == nil)
    }

    @Test func `vary adds each field name once`() {
        var fields: HTTPFields = [:]
        fields.vary(on: "Accept-Encoding")
        fields.vary(on: "accept-encoding")
        fields.vary(on: "Origin")
        #expect(fields["Vary"] == "Accept-Encoding, Origin")
        fields["Vary"] = "*"
        fields.vary(on: "Origin")
        #expect(fields["Vary"] == "*")
    }

    @Test(
        arguments: [
            ("Accept-Encoding", ["Accept-Encoding": "gzip,br"], ["accept-encoding": "gzip ,  br"], true),
            (
                "Accept-Encoding", ["Accept-Encoding": "gzip", "accept-encoding": "br"],
                ["accept-encoding": "gzip, br"],
                true
            ),
            ("Accept-Encoding", ["Accept-Encoding": "gzip"], ["Accept-Encoding": "br"], false),
            ("Accept-Encoding", ["Accept-Encoding": "gzip"], [:], false), ("Accept-Encoding", [:], [:], true),
            ("Accept-Language", ["Accept-Language": "en, DE"], ["Accept-Language": "EN,de"], true),
            ("Accept-Language", ["Accept-Language": "en, de"], ["Accept-Language": "de, en"], false),
            ("Accept-Encoding", ["Accept-Encoding": "GZIP"], ["Accept-Encoding": "gzip"], true),
            ("A", ["A": "x"], ["A": "X"], false),
            ("A, B", ["A": "1", "B": "2"], ["A": "1", "B": "3"], false), ("A", ["B": "2"], ["B": "3"], true),
            ("*", [:], [:], false), ("A, *", [:], [:], false),
        ] as [(String, HTTPFields, HTTPFields, Bool)]
    )
    func `Vary matches requests with equal values of its fields`(
        vary: String,
        first: HTTPFields,
        second: HTTPFields,
        isSame: Bool
    ) {
        #expect(Vary(["Vary": vary])?.isSame(first, second) == isSame)
    }
}
