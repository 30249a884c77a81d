import LinkModel

extension LinkRecord: JSONRepresentable {
    package var json: JSONValue {
        [
            "mode": .string(mode.rawValue), "carrier": (carrier?.rawValue).json, "profile": profile.json,
            "congestion": congestion.json, "mtu": parameters.mtu.json, "down": direction(.down),
            "up": direction(.up),
        ]
    }

    /// The queue is stated in bytes (a packet as a full one), and in packets where that is how it is bounded.
    private func direction(_ direction: LinkDirection) -> JSONValue {
        let side = parameters[direction]
        var packets: Int?
        if case .packets(let count) = parameters.queueLimit(direction) { packets = count }
        return [
            "rateBps": side.rateBps.json, "oneWayDelayNs": side.oneWayDelay.json,
            "lossRatio": side.lossRatio.json, "queueBytes": parameters.queueBytes(direction).json,
            "queuePackets": packets.json,
        ]
    }
}
