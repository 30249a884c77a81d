import Foundation

/// What `FaultTracer` wrote about one run.
struct TraceReport {
    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    private(set) var calls: [TracedCall] = []
    /// What the fault hit; nil if the call was not made.
    private(set) var hit: String?
    /// Processes that outlived the program.
    private(set) var left = 0
    private(set) var ending: Ending

    /// nil without an ending: the tracer was killed.
    init?(_ text: String) {
        var ending: Ending?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            switch words.first {
            case "calls" where words.count == 5:
                let count = Int(words[4]) ?? 0
                calls.append(TracedCall(thread: words[1], name: words[2], kind: words[3], count: count))
            case "fault" where words[1] != "missed": hit = words[1]
            case "left": left = Int(words[1]) ?? 0
            case "ended":
                let parts = words[1].split(separator: " ")
                let number = parts.last.flatMap { Int32($0) } ?? -1
                ending = parts.first == "signal" ? .signal(number) : .status(number)
            default: break
            }
        }
        guard let ending else { return nil }
        self.ending = ending
    }
}
