package import JSON
package import LinkModel

extension LinkParameters {
    /// Everything that a direction does to packets; null for impairments it does not have.
    ///
    /// The queue is in bytes (each packet counts as a full one), and also in packets if that is its limit's
    /// unit.
    package func json(_ direction: LinkDirection) -> JSONValue {
        let side = self[direction]
        var packets: Int?
        if case .packets(let count) = queueLimit(direction) { packets = count }
        let members = [
            ("rateBps", side.rateBps.json), ("oneWayDelayNs", side.oneWayDelay.json),
            ("lossRatio", side.lossRatio.json), ("queueBytes", queueBytes(direction).json),
            ("queuePackets", packets.json), ("rate", side.rate.json),
        ]
        let impairments = Impairment.allCases.map { ($0.rawValue, $0.json(in: side)) }
        return .object((members + impairments).map { .init(key: $0.0, value: $0.1) })
    }
}
