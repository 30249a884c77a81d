/// One part of a report, by the kind of thing it shows.
package enum ReportElement {
    case heading(ReportHeading)
    case paragraph(ReportParagraph)
    case table(ReportTable)
    case figures(ReportFigures)
    case bar(ReportBar)
    /// Explains the bars before it.
    case barLegend
    case terms(ReportTerms)
    case series(ReportSeries)
    case graph(ReportGraph)
    /// In the order of time.
    case events([ReportEvent])

    /// The heading of a section.
    static func heading(_ text: String) -> ReportElement { .heading(ReportHeading(text)) }

    /// Sentences that are broken into lines where they are too long for one.
    static func text(_ text: String, indent: Int = 0, hanging: Int? = nil) -> ReportElement {
        .paragraph(ReportParagraph(text, indent: indent, hanging: hanging))
    }

    /// A few words on a line of their own.
    static func line(_ text: String, _ emphasis: ReportEmphasis? = nil, indent: Int = 0) -> ReportElement {
        .paragraph(ReportParagraph(text, emphasis, indent: indent, isBroken: false))
    }
}
