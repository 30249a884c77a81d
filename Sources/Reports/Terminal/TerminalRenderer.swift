import Runs

/// Draws a report as text on a terminal.
package struct TerminalRenderer {
    private let style: TerminalStyle

    package init(_ style: TerminalStyle) {
        self.style = style
    }

    /// Ends with a line feed.
    package func text(_ document: ReportDocument) -> String {
        var text = ""
        write(document) { text += $0 }
        return text
    }

    /// Writes line by line, since there may be very many. An empty line separates sections.
    package func write(_ document: ReportDocument, _ sink: (String) -> Void) {
        var isFirst = true
        var drawn: Set<LedgerCause> = []
        for section in document.sections {
            if !isFirst { sink("\n") }
            isFirst = false
            for element in section.elements { draw(element, &drawn) { sink($0 + "\n") } }
        }
    }

    package func lines(_ paragraph: ReportParagraph) -> [String] {
        guard paragraph.isBroken else {
            return [accent(margin(paragraph.indent) + paragraph.text, paragraph.emphasis)]
        }
        let start = paragraph.lead.map { $0 + ": " } ?? ""
        let lines = (start + paragraph.text)
            .wrapped(style.width, indent: paragraph.indent, hanging: paragraph.hanging)
            .map { accent($0, paragraph.emphasis) }
        guard let lead = paragraph.lead, let first = lines.first, first.hasPrefix(lead) else { return lines }
        return [accent(lead, .strong) + first.dropFirst(lead.count)] + lines.dropFirst()
    }

    /// `drawn` collects the causes shown in bars so far.
    private func draw(_ element: ReportElement, _ drawn: inout Set<LedgerCause>, _ line: (String) -> Void) {
        switch element {
        case .heading(let heading): lines(heading).forEach(line)
        case .paragraph(let paragraph): lines(paragraph).forEach(line)
        case .table(let table): TerminalTable(table).write(style, line)
        case .row(let row): line(TerminalRow(row, style).line)
        case .figures(let figures): lines(figures).forEach(line)
        case .bar(let bar):
            let bar = TerminalBar(bar, style)
            drawn.formUnion(bar.causes)
            bar.lines.forEach(line)
        case .barLegend: TerminalBar.legend(drawn).wrapped(style.width, hanging: 6).forEach(line)
        case .terms(let terms): lines(terms).forEach(line)
        case .series(let series): TerminalSeries(series).lines.forEach(line)
        case .sparkline(let sparkline): TerminalSparkline(sparkline, style).lines.forEach(line)
        case .graph(let graph): TerminalGraph(graph, style).lines.forEach(line)
        case .events(let events): events.lazy.flatMap(TerminalEvents(style).lines).forEach(line)
        }
    }

    private func lines(_ heading: ReportHeading) -> [String] {
        switch heading.breaking {
        case .never: return [accent(heading.text, .strong)]
        case .strong(let hanging):
            return heading.text.wrapped(style.width, hanging: hanging).map { accent($0, .strong) }
        case .lead(let hanging):
            let lines = heading.text.wrapped(style.width, hanging: hanging)
            return lines.prefix(1).map { accent($0, .strong) } + lines.dropFirst()
        }
    }

    private func lines(_ figures: ReportFigures) -> [String] {
        let label = figures.figures.map(\.label.count).max() ?? 0
        let value = figures.figures.map(\.value.count).max() ?? 0
        return figures.figures.flatMap { figure in
            let value =
                figures.alignment == .right
                ? figure.value.padded(toLeft: value) : figure.value.padded(toRight: value)
            let start = "  \(figure.label.padded(toRight: label))  \(value)"
            return lines(figure, start)
        }
    }

    /// Minimum width of a note beside its figure; narrower notes go below.
    private static let leastNote = 24

    private func lines(_ figure: ReportFigure, _ start: String) -> [String] {
        if figure.note.isEmpty { return [start.withoutTrailingSpaces] }
        if style.width - start.count < Self.leastNote {
            return [start] + figure.note.wrapped(style.width, indent: 4)
        }
        let note = figure.note.wrapped(style.width, indent: start.count + 2)
        guard let first = note.first, note.allSatisfy({ $0.count <= style.width }) else { return [start] }
        return [start + first.dropFirst(start.count)] + note.dropFirst()
    }

    /// Width of a term.
    private static let termWidth = 10

    private func lines(_ terms: ReportTerms) -> [String] {
        let indent = 2 + Self.termWidth + 2
        return terms.terms.flatMap { term in
            let meaning = term.meaning.wrapped(style.width, indent: indent)
            let name = accent(term.term.padded(toRight: Self.termWidth), term.emphasis)
            return ["  \(name)  \((meaning.first ?? "").dropFirst(indent))"] + meaning.dropFirst()
        }
    }

    private func accent(_ text: String, _ emphasis: ReportEmphasis?) -> String {
        emphasis.map { style.accent(text, TerminalStyle.Accent($0)) } ?? text
    }

    private func margin(_ indent: Int) -> String { String(repeating: " ", count: indent) }
}
