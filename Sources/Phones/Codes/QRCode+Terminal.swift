extension QRCode {
    /// Black on white from the fixed part of a terminal's 256 colours: its theme may change the first 16.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    private static let plain = "\u{1B}[0m"
    /// With fewer modules around it, many phones do not find a code.
    private static let leastQuietZone = 2

    /// The code in half blocks: two rows of modules a line, each line with its end.
    ///
    /// With colours the code is black on white on every terminal. Without them its light modules are drawn, which is
    /// right on a dark terminal; on a light one only readers that take inverted codes can read it.
    package func terminalText(coloured: Bool, quietZone: Int = QRCode.quietZone) -> String {
        let around = max(quietZone, Self.leastQuietZone)
        // What the blocks draw in the colour of the text.
        func isDrawn(_ column: Int, _ row: Int) -> Bool { isDark(column: column, row: row) == coloured }
        var text = ""
        for row in stride(from: -around, to: size + around, by: 2) {
            if coloured { text += Self.blackOnWhite }
            for column in -around..<size + around {
                switch (isDrawn(column, row), isDrawn(column, row + 1)) {
                case (true, true): text += "\u{2588}"
                case (true, false): text += "\u{2580}"
                case (false, true): text += "\u{2584}"
                case (false, false): text += " "
                }
            }
            text += coloured ? Self.plain + "\n" : "\n"
        }
        return text
    }
}
