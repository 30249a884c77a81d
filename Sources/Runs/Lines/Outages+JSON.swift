package import JSON
package import LinkModel
import Wire

extension Outages: JSONRepresentable {
    package var json: JSONValue {
        switch pattern {
        case .every(let every, let length): json(every: every, length: length)
        case .listed(let intervals): json(list: intervals)
        case .random(let up, let down): json(meanUp: up, meanDown: down)
        }
    }

    private func json(
        every: Nanoseconds? = nil,
        length: Nanoseconds? = nil,
        list: [Interval]? = nil,
        meanUp: Nanoseconds? = nil,
        meanDown: Nanoseconds? = nil
    ) -> JSONValue {
        let intervals = list?.map { interval -> JSONValue in
            ["atNs": interval.start.json, "forNs": interval.length.json]
        }
        return [
            "everyNs": every.json, "forNs": length.json, "list": intervals.json, "meanUpNs": meanUp.json,
            "meanDownNs": meanDown.json, "packets": .string(packets.rawValue),
        ]
    }
}
