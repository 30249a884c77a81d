import Figures
import LinkModel
import Runs

/// The fates of the packets of one direction, in a sentence.
struct PacketSentence {
    private let direction: LinkDirection
    private let counts: PacketCounts

    init(_ direction: LinkDirection, _ counts: PacketCounts) {
        self.direction = direction
        self.counts = counts
    }

    var text: String {
        let parts: [(Int, String)] =
            [
                (counts[.lost], "lost at random"), (counts[.outage], "lost in outages"),
                (counts[.policed], "dropped by the policer"),
                (counts[.queueFull], "dropped by the full queue"),
                (counts[.congestion], "dropped early by the queue"),
            ] + LinkAlterations.table.map { (counts[$0.alteration], $0.ofSeveral) }
        let told = parts.filter { $0.0 > 0 }.map { "\(ByteFormat.grouped($0.0)) \($0.1)" }
        let list = [told.dropLast().joined(separator: ", "), told.last ?? "nothing"]
            .filter { !$0.isEmpty }.joined(separator: " and ")
        let word = counts.all == 1 ? "packet" : "packets"
        return
            "Of \(ByteFormat.grouped(counts.all)) \(word) going \(direction.rawValue), the line had \(list)."
    }
}
