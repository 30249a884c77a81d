package import JSON
package import LinkModel

extension Impairment {
    /// Null if the direction does not have the impairment; the discipline is never null, because every queue
    /// has one.
    func json(in side: DirectionParameters) -> JSONValue {
        switch settings {
        case .share(let share, _): side[keyPath: share].json
        case .jitter: side.jitter.json
        case .loss: side.loss.json
        case .reordering: side.reordering.json
        case .outages: side.outages.json
        case .policer: side.policer.json
        case .queue: side.discipline.json
        }
    }
}

extension Jitter: JSONRepresentable {
    package var json: JSONValue {
        [
            "amountNs": amount.json, "distribution": .string(distribution.rawValue),
            "correlation": correlation.json,
        ]
    }
}

extension PacketShare: JSONRepresentable {
    /// Null for a share of 0.
    package var json: JSONValue {
        ratio == 0 ? nil : ["ratio": ratio.json, "correlation": correlation.json]
    }
}

extension PacketLoss: JSONRepresentable {
    /// Null if nothing is lost; otherwise the model with its own parameters.
    package var json: JSONValue {
        switch self {
        case .random(let share):
            share.ratio == 0
                ? nil
                : ["model": "random", "ratio": share.ratio.json, "correlation": share.correlation.json]
        case .gilbertElliott(let chain):
            [
                "model": "gilbertElliott", "toBad": chain.toBad.json, "toGood": chain.toGood.json,
                "lossInBad": chain.lossInBad.json, "lossInGood": chain.lossInGood.json,
            ]
        case .fourState(let chain):
            [
                "model": "fourState", "p13": chain.p13.json, "p31": chain.p31.json, "p32": chain.p32.json,
                "p23": chain.p23.json, "p14": chain.p14.json,
            ]
        }
    }
}

extension Reordering: JSONRepresentable {
    package var json: JSONValue {
        ["ratio": share.ratio.json, "correlation": share.correlation.json, "gap": gap.json]
    }
}

extension Policer: JSONRepresentable {
    package var json: JSONValue { ["rateBps": rateBps.json, "burstBytes": burst.json] }
}
