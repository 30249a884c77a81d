package import JSON
package import LinkModel

extension LinkParameters {
    /// All that a direction does to packets; null for what it does not.
    ///
    /// The queue is stated in bytes (a packet as a full one), and in packets where that is how it is bounded.
    package func json(_ direction: LinkDirection) -> JSONValue {
        let side = self[direction]
        var packets: Int?
        if case .packets(let count) = queueLimit(direction) { packets = count }
        return [
            "rateBps": side.rateBps.json, "oneWayDelayNs": side.oneWayDelay.json,
            "lossRatio": side.lossRatio.json, "queueBytes": queueBytes(direction).json,
            "queuePackets": packets.json, "rate": side.rate.json, "jitter": side.jitter.json,
            "loss": side.loss.json, "duplicate": side.duplication.json, "corrupt": side.corruption.json,
            "reorder": side.reordering.json, "outages": side.outages.json, "police": side.policer.json,
            "discipline": side.discipline.json,
        ]
    }
}
