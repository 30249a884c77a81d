/// One figure: its name, its value with unit, and a note on its meaning.
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
