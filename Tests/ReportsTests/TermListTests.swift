import Testing

@testable import Reports

@Suite struct TermListTests {
    private static let list = TermList(
        [("--out, -o DIR", "the run's folder; a folder with something in it is refused"), ("--quiet", "")],
        indent: 2
    )

    @Test func `puts descriptions next to terms and wraps at words`() {
        #expect(
            Self.list.lines(60) == [
                "  --out, -o DIR   the run's folder; a folder with something",
                "                  in it is refused",
                "  --quiet",
            ]
        )
    }

    @Test func `puts descriptions below their terms on narrow terminals`() {
        #expect(
            Self.list.lines(40) == [
                "  --out, -o DIR", "      the run's folder; a folder with",
                "      something in it is refused",
                "  --quiet",
            ]
        )
    }

    @Test(arguments: [20, 40, 41, 42, 48, 60, 80, 100, 200])
    func `no line is wider than the terminal`(_ width: Int) {
        #expect(Self.list.lines(width).allSatisfy { $0.count <= width })
    }
}
