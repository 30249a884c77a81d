/// Packets that come at a steady rate, and how much of each is to be recorded.
struct RecordingLoad: Hashable {
    static let full = RecordingLoad(rateBps: 1_000_000_000, snap: nil, turns: 2)
    static let heads = RecordingLoad(rateBps: 5_000_000_000, snap: 128, turns: 4)

    /// Of IP packets.
    let rateBps: Int64
    /// Bytes; nil: whole packets.
    let snap: Int?
    /// How often the recorders take turns in a round: the machine is the same for none of them over longer times.
    let turns: Int

    var words: String {
        "\(rateBps / 1_000_000_000) Gbit/s of 1500-byte packets, \(snap.map { "\($0) bytes" } ?? "all") of each"
    }
}
