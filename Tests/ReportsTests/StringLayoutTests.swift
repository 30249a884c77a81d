import Testing

@testable import Reports

struct StringLayoutTests {
    @Test(
        arguments: [
            ("in 10.3 s from here; 1 connection, 3", 26, ["in 10.3 s from here;", "  1 connection, 3"]),
            ("it took all of 10.3 s.", 20, ["it took all of", "  10.3 s."]),
            ("no number in front of packets", 22, ["no number in front of", "  packets"]),
        ] as [(String, Int, [String])]
    )
    func `does not break a line between a number and its unit`(
        _ text: String,
        _ width: Int,
        _ lines: [String]
    ) {
        #expect(text.wrapped(width, hanging: 2) == lines)
    }

    @Test func `an unbroken phrase stays on one line`() {
        let name = "a  b c".unbroken
        #expect("the folder \(name), and images".wrapped(18) == ["the folder a  b c,", "and images"])
        #expect("the folder \(name), and images".wrapped(14) == ["the folder", "a  b c, and", "images"])
    }

    @Test func `rewraps paragraphs but keeps indented lines separate`() {
        let text = "one two\nthree four\n\n    a --b  c\nfive"
        #expect(text.paragraphs(13) == ["one two three", "four", "", "    a --b  c", "five"])
        #expect(text.paragraphs(9) == ["one two", "three", "four", "", "    a --b", "      c", "five"])
        #expect(text.paragraphs(80) == ["one two three four", "", "    a --b  c", "five"])
    }

    @Test(arguments: [
        ("CN=a,O=b", "CN=a, O=b"), ("CN=a\\, b,O=c", "CN=a\\, b, O=c"), ("CN=a\\,b", "CN=a\\,b"), ("", ""),
        ("CN=a, O=b", "CN=a, O=b"),
    ]) func `a distinguished name can break between its components`(_ name: String, _ spaced: String) {
        #expect(HandshakeReport.spaced(name) == spaced)
    }
}
