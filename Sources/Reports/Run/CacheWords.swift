import Figures
import Runs
import Wire

/// The caches' work and savings, in words.
struct CacheWords {
    let figures: CacheFigures

    /// False if there was no hit, nothing is cached, and nothing was evicted.
    var isWorthTelling: Bool {
        let answers = figures.answers
        return answers.memory + answers.disk + answers.revalidated > 0
            || figures.memoryBytes + figures.diskBytes + figures.evictions > 0
    }

    var answers: String {
        let answers = figures.answers
        return [
            (answers.memory, "from memory"), (answers.disk, "from disk"),
            (answers.revalidated, "after a 304"), (answers.network, "from the network"),
            (answers.coalesced, "by another caller's transfer"), (answers.none, "not at all"),
        ].filter { $0.0 > 0 }.map { "\(ByteFormat.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }

    var held: String {
        let evictions = figures.evictions
        return "memory \(ByteFormat.text(figures.memoryBytes)), disk \(ByteFormat.text(figures.diskBytes))"
            + (evictions > 0 ? "; \(ByteFormat.grouped(evictions)) evicted for lack of room" : "")
    }

    /// nil if nothing was saved.
    var saved: String? {
        guard figures.saved > 0 || figures.bytesSaved > 0 else { return nil }
        var parts = ["of waits; \(ByteFormat.text(figures.bytesSaved)) of bodies"]
        if let down = figures.wireDownSaved, let up = figures.wireUpSaved {
            parts.append("\(ByteFormat.text(down)) down and \(ByteFormat.text(up)) up on the wire")
        }
        return parts.joined(separator: ", ")
    }
}
