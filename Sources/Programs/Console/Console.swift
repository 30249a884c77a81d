package import LinuxIO
package import Reports
package import Scenarios

/// Output of commands: results to standard output, progress and diagnostics to standard error.
///
/// Main thread only.
package final class Console {
    /// Width of tables without a terminal and without `COLUMNS`.
    private static let plainWidth = 100
    /// Range accepted from `COLUMNS`.
    private static let widths = 20...10_000
    /// Bytes collected before they are written.
    private static let burst = 1 << 16

    /// How tables are drawn.
    package let style: TerminalStyle
    /// True if standard error is a terminal that can redraw a line.
    private let showsProgress: Bool
    /// The first failure to write results, which the exit status must report.
    package private(set) var lostOutput: SystemCallError?
    private var isProgressShown = false
    private let streams: ConsoleStreams

    package init(environment: [String: String], noColour: Bool, streams: ConsoleStreams = .standard) {
        self.streams = streams
        let isDumb = environment["TERM"] == "dumb" || environment["TERM"]?.isEmpty == true
        let refusesColour = environment["NO_COLOR"]?.isEmpty == false || isDumb || noColour
        let isASCII = Self.isASCII(environment)
        style = TerminalStyle(
            isColoured: StandardStream.output.isTerminal && !refusesColour,
            width: Self.width(terminal: StandardStream.output.columns, environment),
            isASCII: isASCII,
            drawsBlocks: StandardStream.output.isTerminal && !isDumb && !isASCII
        )
        showsProgress = StandardStream.error.isTerminal && !isDumb
    }

    /// The terminal's width; without a terminal, the value of `COLUMNS`.
    package static func width(terminal: Int?, _ environment: [String: String]) -> Int {
        if let terminal { return terminal }
        guard let told = environment["COLUMNS"].flatMap({ Int($0) }), told > 0 else { return plainWidth }
        return min(max(told, widths.lowerBound), widths.upperBound)
    }

    /// True if the locale names a character set other than UTF-8, as `C` does. Without a locale, UTF-8 is
    /// assumed.
    private static func isASCII(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    /// Prints a line of results.
    package func print(_ text: String) {
        write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }

    /// Prints a report for people as the terminal can show it, without holding all of its text in memory.
    package func print(_ report: ReportDocument) {
        var piece: [UInt8] = []
        TerminalRenderer(style).write(report) { text in
            piece += style.shown(text).utf8
            guard piece.count >= Self.burst else { return }
            write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        write(piece)
    }

    /// Prints a sentence of results, wrapped at words.
    package func printSentence(_ text: String) {
        for line in text.wrapped(style.width) { print(line) }
    }

    /// Writes one piece of results that are too large to hold at once.
    package func write(_ piece: [UInt8]) {
        clearProgress()
        guard lostOutput == nil else { return }
        lostOutput = streams.output(piece)
    }

    /// Prints a line for the user, not part of the results.
    package func note(_ text: String) {
        note(Array("\(text)\n".utf8))
    }

    /// Prints whole lines for the user.
    package func note(_ lines: [UInt8]) {
        clearProgress()
        streams.errors(lines)
    }

    /// Prints a sentence for the user, wrapped at words to the terminal's width.
    package func remark(_ text: String) {
        let lines = StandardStream.error.columns.map { text.wrapped($0, hanging: 2) } ?? [text]
        note(lines.joined(separator: "\n"))
    }

    package func warn(_ text: String) {
        note("netlab: warning: \(text)")
    }

    package func report(_ failure: CommandFailure) {
        note(failure.namesItsFile ? failure.message : "netlab: error: \(failure.message)")
        if let advice = failure.advice { note("  \(advice)") }
    }

    /// Redraws the progress line; does nothing if standard error is not a terminal.
    package func showProgress(_ text: String) {
        guard showsProgress else { return }
        isProgressShown = true
        let columns = StandardStream.error.columns ?? 80
        streams.errors(Array("\r\u{1B}[K\(text.prefix(max(1, columns - 1)))".utf8))
    }

    package func clearProgress() {
        guard isProgressShown else { return }
        isProgressShown = false
        streams.errors(Array("\r\u{1B}[K".utf8))
    }
}

// MARK: Foreign files

extension Console {
    /// Names the files that a scenario takes from outside of its folder: in a stranger's scenario they are not the
    /// stranger's, and the origin gives them to whoever asks.
    package func warnOfForeignFiles(in scenario: Scenario) {
        let paths = scenario.foreignPaths
        guard let first = paths.first else { return }
        let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
        warn(
            "\(scenario.name) serves files from outside its folder: \(first.unbroken)\(others)"
        )
    }
}
