import Runs
import Testing

@testable import Reports

/// Each kind of element as a terminal shows it.
@Suite struct TerminalRendererTests {
    private static let bar = ReportBar(
        label: "a.jpg  1.000 s",
        parts: [
            ReportBar.Part(cause: .payload, time: 700), ReportBar.Part(cause: .sharing, time: 299),
            ReportBar.Part(cause: .dns, time: 1),
        ],
        total: 1000,
        longest: 2000,
        captions: ["payload 700 ns (70.0 %)", "the rest 300 ns"]
    )

    private static let figures = [
        ReportFigure("makespan", "6.615 s", note: "first start to last end"),
        ReportFigure("overlap", "1.65"),
    ]

    private static var table: ReportTable {
        ReportTable(
            [1, 20],
            [.text("name") { "f\($0)" }, .number("in", "use") { "\($0)" }],
            notes: ["Both are made up, to see a note that is broken."]
        )
    }

    private static var elements: [(element: ReportElement, text: String)] {
        [
            (
                .heading("a step's title stays one line, however long"),
                "a step's title stays one line, however long\n"
            ),
            (
                .heading(
                    ReportHeading("a title of a document that is broken", breaking: .strong(hanging: 2))
                ),
                "a title of a document that is\n  broken\n"
            ),
            (
                .text("a sentence that is broken anew", indent: 2, hanging: 4),
                "  a sentence that is broken\n    anew\n"
            ),
            (
                .line("nothing that breaks, however long it is", indent: 2),
                "  nothing that breaks, however long it is\n"
            ),
            (
                .paragraph(ReportParagraph("packet mode over tun, cubic", lead: "dsl", hanging: 2)),
                "dsl: packet mode over tun,\n  cubic\n"
            ),
            (
                .row(
                    ReportRow(
                        [.init(text: "1", width: 2), .init(text: "200", width: 2)],
                        rest: "http://a.example/a/long/name.jpg",
                        mark: "cut"
                    )
                ),
                " 1  200  http://a.…g/name.jpg  cut\n"
            ),
            (
                .row(ReportRow([.init(text: "n", width: 2)], rest: "what", isHeading: true)),
                " n  what\n"
            ),
            (
                .table(table),
                "  name   in\n        use\n  f1      1\n  f20    20\n"
                    + "  Both are made up, to see a\n  note that is broken.\n"
            ),
            (
                .figures(ReportFigures(figures)),
                "  makespan  6.615 s\n    first start to last end\n  overlap      1.65\n"
            ),
            (
                .figures(ReportFigures(figures.map { ReportFigure($0.label, $0.value) }, alignment: .left)),
                "  makespan  6.615 s\n  overlap   1.65\n"
            ),
            (
                .terms(ReportTerms([ReportTerm("NOT HELD", .bad, meaning: "a.hits == 1: 0 of them")])),
                "  NOT HELD    a.hits == 1: 0\n              of them\n"
            ),
            (
                .bar(bar),
                "  a.jpg  1.000 s\n    #########~~~~\n    payload 700 ns (70.0 %),\n    the rest 300 ns\n"
            ),
        ]
    }

    @Test func `every cause has its own letter in bars`() {
        #expect(Set(LedgerCause.allCases.map(\.letter)).count == LedgerCause.allCases.count)
    }

    @Test(arguments: elements.indices)
    func `every element fits thirty columns`(_ place: Int) {
        let (element, text) = Self.elements[place]
        #expect(ReportDocument([[element]]).text(width: 30) == text)
    }

    @Test(
        arguments: [
            (ReportEmphasis.strong, "1"), (.dim, "2"), (.good, "32"), (.doubtful, "33"), (.bad, "31"),
        ]
    )
    func `shows emphasis as colour where colour is enabled`(_ emphasis: ReportEmphasis, _ code: String) {
        let document = ReportDocument([[.line("words", emphasis)]])
        #expect(document.text(isColoured: true) == "\u{1B}[\(code)mwords\u{1B}[0m\n")
        #expect(document.text() == "words\n")
    }

    @Test func `emphasises only a title's first line and a paragraph's lead`() {
        let title = ReportHeading("a title and its details", breaking: .lead(hanging: 2))
        let paragraph = ReportParagraph("packet mode", lead: "dsl")
        let text = ReportDocument([[.heading(title), .paragraph(paragraph)]])
            .text(width: 16, isColoured: true)
        #expect(
            text == "\u{1B}[1ma title and its\u{1B}[0m\n  details\n\u{1B}[1mdsl\u{1B}[0m: packet mode\n"
        )
    }

    @Test func `separates sections with an empty line, even an empty section`() {
        let document = ReportDocument([[.line("a"), .line("b")], [], [.line("c")]])
        #expect(document.text() == "a\nb\n\n\nc\n")
        #expect(ReportDocument().text().isEmpty)
    }

    @Test func `a legend names only the causes with a letter in a preceding bar`() {
        let document = ReportDocument([[.bar(Self.bar)], [.barLegend]])
        #expect(document.text(width: 30).hasSuffix("\n\nbars: # payload ~ sharing\n"))
        #expect(document.text(width: 4000).contains("n dns"))
    }

    @Test func `builds the sections of a long document lazily`() {
        var made: [Int] = []
        var document = ReportDocument([[.line("first")]])
        document.append(count: 1000) { place in
            made.append(place)
            return [.line("\(place)")]
        }
        #expect(made.isEmpty)
        for section in document.sections.prefix(3) { #expect(section.elements.count == 1) }
        #expect(made == [0, 1])
    }
}
