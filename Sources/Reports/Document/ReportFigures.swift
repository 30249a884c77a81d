/// Figures below each other.
package struct ReportFigures: Hashable, Sendable {
    package let figures: [ReportFigure]
    package let alignment: ReportColumn.Alignment

    package init(_ figures: [ReportFigure], alignment: ReportColumn.Alignment = .right) {
        self.figures = figures
        self.alignment = alignment
    }
}
