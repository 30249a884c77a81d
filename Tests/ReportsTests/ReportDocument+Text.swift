import Reports

extension ReportDocument {
    /// The document as drawn for a terminal.
    func text(width: Int = 100, isColoured: Bool = false) -> String {
        TerminalRenderer(TerminalStyle(isColoured: isColoured, width: width)).text(self)
    }
}
