import LinkModel

/// Recognises and reads mahimahi traces.
enum TraceText {
    /// True if the first line is a number: no other supported format begins so.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return !line.isEmpty && line.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// `firstLine` is the line at which the text begins in its file.
    static func read(
        _ bytes: [UInt8],
        name: String,
        firstLine: Int = 1,
        repeats: Bool = true
    ) throws(ImportError) -> OpportunityTrace {
        do throws(TraceProblem) {
            return try OpportunityTrace(name: name, text: bytes, repeats: repeats)
        } catch {
            throw ImportError(
                "as a trace: \(error.message)",
                line: error.line.map { $0 + firstLine - 1 },
                column: error.line == nil ? nil : 1
            )
        }
    }
}
