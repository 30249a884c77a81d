/// One figure: its name, its value with its unit, and how it is to be understood.
package struct ReportFigure: Hashable, Sendable {
    package let label: String
    package let value: String
    package let note: String

    package init(_ label: String, _ value: String, note: String = "") {
        self.label = label
        self.value = value
        self.note = note
    }
}
