import Reports

extension ReportDocument {
    /// As a terminal shows it.
    func text(width: Int = 100, isColoured: Bool = false) -> String {
        TerminalRenderer(TerminalStyle(isColoured: isColoured, width: width)).text(self)
    }
}
