import Phones
import Testing

@Suite struct QRCodeDrawingTests {
    private static let texts = ["a", String(repeating: "PrivateKey = ", count: 30)]

    @Test(arguments: texts, [true, false])
    func `half blocks have the code's modules, with or without colours`(
        text: String,
        isColoured: Bool
    ) throws {
        let code = try QRCode(text)
        let drawn = code.terminalText(coloured: isColoured)
        let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        // Sides are odd, so the last line has a light row below the quiet zone.
        #expect(lines.count == (code.size + 9) / 2 + 1 && lines.last == "")
        let read = CodePicture(terminalText: drawn, drawnIsDark: isColoured)
        var wanted = CodePicture(code, quietZone: 4)
        wanted.rows.append(Array(repeating: false, count: code.size + 8))
        #expect(read == wanted)
        #expect(read.rows.allSatisfy { $0.count == code.size + 8 })
    }

    @Test func `every coloured line sets both colours itself and ends them`() throws {
        let code = try QRCode("a")
        for line in code.terminalText(coloured: true).split(separator: "\n") {
            #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m") && line.hasSuffix("\u{1B}[0m"))
            #expect(line.count { $0 == "\u{1B}" } == 2)
        }
        #expect(!code.terminalText(coloured: false).contains("\u{1B}"))
    }

    @Test(arguments: [(0, 2), (2, 2), (3, 3), (-1, 2)])
    func `a quiet zone has at least two modules`(asked: Int, given: Int) throws {
        let code = try QRCode("a")
        let read = CodePicture(
            terminalText: code.terminalText(coloured: true, quietZone: asked),
            drawnIsDark: true
        )
        #expect(Array(read.rows.prefix(code.size + 2 * given)) == CodePicture(code, quietZone: given).rows)
    }

    @Test(arguments: texts)
    func `the SVG has the code's modules in one path on white`(text: String) throws {
        let code = try QRCode(text)
        let side = code.size + 8
        let drawing =
            /<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) (\d+)" shape-rendering="crispEdges"><rect width="(\d+)" height="(\d+)" fill="#fff"\/><path d="([^"]*)"\/><\/svg>\n/
        let parts = try #require(try drawing.wholeMatch(in: code.svg))
        #expect([parts.1, parts.2, parts.3, parts.4].allSatisfy { $0 == "\(side)" })
        #expect(CodePicture(path: String(parts.5), side: side) == CodePicture(code, quietZone: 4))
        // Nothing in the path but bars.
        #expect(parts.5.replacing(/M\d+ \d+h\d+v1h-\d+z/, with: "").isEmpty)
    }
}
