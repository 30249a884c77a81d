/// One part of a report, by kind.
package enum ReportElement {
    case heading(ReportHeading)
    case paragraph(ReportParagraph)
    case table(ReportTable)
    case row(ReportRow)
    case figures(ReportFigures)
    case bar(ReportBar)
    /// Explains the bars before it.
    case barLegend
    case terms(ReportTerms)
    case series(ReportSeries)
    case sparkline(ReportSparkline)
    case graph(ReportGraph)
    /// In order of time.
    case events([ReportEvent])

    /// The heading of a section.
    static func heading(_ text: String) -> ReportElement { .heading(ReportHeading(text)) }

    /// Sentences that wrap.
    static func text(_ text: String, indent: Int = 0, hanging: Int? = nil) -> ReportElement {
        .paragraph(ReportParagraph(text, indent: indent, hanging: hanging))
    }

    /// A few words on their own line.
    static func line(_ text: String, _ emphasis: ReportEmphasis? = nil, indent: Int = 0) -> ReportElement {
        .paragraph(ReportParagraph(text, emphasis, indent: indent, isBroken: false))
    }
}
