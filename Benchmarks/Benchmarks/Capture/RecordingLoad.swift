/// Packets at a steady rate, and how much of each to record.
struct RecordingLoad: Hashable {
    static let full = RecordingLoad(rateBps: 1_000_000_000, snap: nil, turns: 2)
    static let heads = RecordingLoad(rateBps: 5_000_000_000, snap: 128, turns: 4)

    /// Rate of the IP packets.
    let rateBps: Int64
    /// Bytes; nil means whole packets.
    let snap: Int?
    /// Turns of each recorder in a round. Turns are short since the machine changes over longer times.
    let turns: Int

    var words: String {
        "\(rateBps / 1_000_000_000) Gbit/s of 1500-byte packets, \(snap.map { "\($0) bytes" } ?? "all") of each"
    }
}
