package import JSON
package import LinkModel

extension Impairment {
    /// Null if the direction does not have the impairment; the discipline is never null, because every queue
    /// has one.
    func json(in side: DirectionParameters) -> JSONValue {
        switch settings {
        case .figures(let figures): figures.json(in: side)
        case .loss: side.loss.json
        case .outages: side.outages.json
        case .queue: side.discipline.json
        }
    }
}

extension ImpairmentFigures {
    fileprivate func json(in side: DirectionParameters) -> JSONValue {
        guard let values = values(in: side) else { return nil }
        return .object(zip(figures, values).map { .init(key: $0.memberName, value: $1.json) })
    }
}

extension ImpairmentFigure {
    /// The key with the unit behind it.
    fileprivate var memberName: String {
        switch usual {
        case .time: "\(key)Ns"
        case .rate: "\(key)Bps"
        case .bytes: "\(key)Bytes"
        case .share: "ratio"
        case .count, .correlation, .word: key
        }
    }
}

extension ImpairmentFigure.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .time(let amount), .rate(let amount): amount.json
        case .bytes(let amount), .count(let amount): amount.json
        case .share(let ratio), .correlation(let ratio): ratio.json
        case .word(let word): .string(word)
        }
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
