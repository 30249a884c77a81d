import LinuxIO
import Reports

/// Where a command's words go: results to standard output, progress and diagnostics to standard error.
///
/// Used from the main thread only.
final class Console {
    /// Width for tables where neither a terminal nor `COLUMNS` tells.
    private static let plainWidth = 100
    /// What `COLUMNS` may say.
    private static let widths = 20...10_000
    /// Written when so many bytes have come together.
    private static let burst = 1 << 16

    /// How tables are drawn.
    let style: TerminalStyle
    /// True where standard error is a terminal that a line can be redrawn on.
    let showsProgress: Bool
    /// The first failure to write results: they are lost, and the status must say so.
    private(set) var lostOutput: SystemCallError?
    private var progressIsShown = false

    init(environment: [String: String], noColour: Bool) {
        let isDumb = environment["TERM"] == "dumb" || environment["TERM"]?.isEmpty == true
        let refusesColour = environment["NO_COLOR"]?.isEmpty == false || isDumb || noColour
        style = TerminalStyle(
            isColoured: StandardStream.output.isTerminal && !refusesColour,
            width: Self.width(terminal: StandardStream.output.columns, environment),
            isASCII: Self.isASCII(environment)
        )
        showsProgress = StandardStream.error.isTerminal && !isDumb
    }

    /// The terminal's own width; where there is no terminal, what `COLUMNS` says.
    static func width(terminal: Int?, _ environment: [String: String]) -> Int {
        if let terminal { return terminal }
        guard let told = environment["COLUMNS"].flatMap({ Int($0) }), told > 0 else { return plainWidth }
        return min(max(told, widths.lowerBound), widths.upperBound)
    }

    /// True where the locale names a character set that is not UTF-8, as `C` does. Where it names nothing it is taken for UTF-8.
    private static func isASCII(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    /// A line of results.
    func print(_ text: String) {
        write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }

    /// A report for people, with signs that the terminal shows. What is for programs goes as it is: `print`.
    func printReport(_ text: String) {
        print(style.shown(text))
    }

    /// A report for people, drawn as the terminal can show it.
    func print(_ report: ReportDocument) {
        let renderer = TerminalRenderer(style)
        print { renderer.write(report, $0) }
    }

    /// A sentence of results, broken at words.
    func printSentence(_ text: String) {
        for line in text.wrapped(style.width) { print(line) }
    }

    /// A report for people that is too long to be held at once, text by text.
    func print(_ make: ((String) -> Void) -> Void) {
        var piece: [UInt8] = []
        make { text in
            piece += style.shown(text).utf8
            guard piece.count >= Self.burst else { return }
            write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        write(piece)
    }

    /// A piece of results that are too many to be held at once.
    func write(_ piece: [UInt8]) {
        clearProgress()
        guard lostOutput == nil else { return }
        do {
            try StandardStream.output.write(piece)
        } catch {
            lostOutput = error
        }
    }

    /// A line for the person who watches: never part of the results.
    func note(_ text: String) {
        note(Array("\(text)\n".utf8))
    }

    /// Lines for the same, whole ones.
    func note(_ lines: [UInt8]) {
        clearProgress()
        // Nobody is left to tell where standard error cannot be written.
        try? StandardStream.error.write(lines)
    }

    /// A sentence for the person who watches, broken at words where a terminal would break it anywhere.
    func remark(_ text: String) {
        let lines = StandardStream.error.columns.map { text.wrapped($0, hanging: 2) } ?? [text]
        note(lines.joined(separator: "\n"))
    }

    func warn(_ text: String) {
        note("netlab: warning: \(text)")
    }

    func report(_ failure: CommandFailure) {
        note(failure.namesItsFile ? failure.message : "netlab: error: \(failure.message)")
        if let advice = failure.advice { note("  \(advice)") }
    }

    /// Redraws the one line of progress; nothing where standard error is no terminal.
    func showProgress(_ text: String) {
        guard showsProgress else { return }
        progressIsShown = true
        let columns = StandardStream.error.columns ?? 80
        try? StandardStream.error.write("\r\u{1B}[K" + String(text.prefix(max(1, columns - 1))))
    }

    func clearProgress() {
        guard progressIsShown else { return }
        progressIsShown = false
        try? StandardStream.error.write("\r\u{1B}[K")
    }
}
