package import JSON
package import LinkModel
import Wire

extension QueueDiscipline: JSONRepresentable {
    package var json: JSONValue {
        switch self {
        case .dropTail, .dropHead, .fair(codel: nil): json(target: nil, interval: nil, marks: nil)
        case .codel(let codel), .fair(codel: let codel?):
            json(target: codel.target, interval: codel.interval, marks: codel.marksECN)
        case .pie(let pie): json(target: pie.target, interval: pie.updateInterval, marks: pie.marksECN)
        }
    }

    private func json(target: Nanoseconds?, interval: Nanoseconds?, marks: Bool?) -> JSONValue {
        [
            "name": .string(name.rawValue), "targetNs": target.json, "intervalNs": interval.json,
            "ecn": marks.json,
        ]
    }
}
