package import JSON
import LinkModel
import Wire

extension LinkRecord: JSONRepresentable {
    package var json: JSONValue {
        [
            "mode": .string(mode.rawValue), "clock": .string(clock.rawValue),
            "carrier": (carrier?.rawValue).json,
            "offload": .bool(offload), "lossAsDelay": (streams?.lossAsDelay).json,
            "recoveries": (streams?.recoveries).json, "profile": profile.json,
            "startNs": start.json, "congestion": congestion.json, "initialWindow": initialWindow.json,
            "receiveBufferBytes": receiveBuffer.json, "mtu": parameters.mtu.json,
            "linkLayer": [
                "overheadBytes": parameters.framing.overhead.json,
                "cell": parameters.framing.isATM ? "atm" : "none",
            ],
            "dnsDelayNs": parameters.dnsDelay.json,
            "clockOriginNs": clockOrigin.json, "down": parameters.json(.down),
            "up": parameters.json(.up),
        ]
    }
}
