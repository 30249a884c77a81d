import JSON
import LinkModel
import Reports
import Runs
import Wire

/// `docs/reference/result.md`: every key of `result.json`, from a result that knows everything and one that
/// knows as little as one can.
enum ResultReference {
    static func page() throws -> String {
        let rows = rows(try FullResult.made().json, beside: [LeastResult.made.json], path: "")
        return opening + rows.joined(separator: "\n") + "\n"
    }

    private static let opening = """
        # The keys of result.json

        Generated from the program by `make reference`. [runs.md](../runs.md) says what the file is, and
        [scenarios.md](../scenarios.md) what many of its figures mean.

        Times are whole nanoseconds, on one clock for client, origin, line and captures; those of a moment
        count from the run's start. Every key is always there. `null` stands for what is not known, or what
        there was not. `[]` in a path stands for each entry of a list, `KEY` for a key of the scenario's
        `matrix`. A `loss` has the keys of its `model`, named as in a scenario.
        A ledger has `estimated` only where it is true.

        | key | value |
        |---|---|

        """

    /// Rows for a value and all in it. `least` has what stands there in runs that know little.
    private static func rows(_ value: JSONValue, beside least: [JSONValue], path: String) -> [String] {
        switch value {
        case .object(let members):
            let own = path.isEmpty ? [] : [row(path, "an object", least)]
            return own + inner(members, beside: least, path: path.isEmpty ? "" : "\(path).")
        case .array(let values):
            guard let first = values.first, case .object(let members) = first else {
                return [row(path, "a list", least)]
            }
            let entries = least.flatMap(entries)
            return [row(path, "a list of objects", least)]
                + inner(members, beside: entries, path: "\(path)[].")
        default: return [row(path, kind(value, path), least + [value])]
        }
    }

    private static func entries(_ list: JSONValue) -> [JSONValue] {
        guard case .array(let entries) = list else { return [] }
        return entries
    }

    private static func inner(_ members: [JSONValue.Member], beside least: [JSONValue], path: String)
        -> [String]
    {
        members.flatMap { member in
            rows(member.value, beside: least.compactMap { $0[member.key] }, path: path + member.key)
        }
    }

    private static func row(_ path: String, _ kind: String, _ least: [JSONValue]) -> String {
        "| `\(path)` | \(words[path] ?? kind)\(least.contains(.null) ? ", or null" : "") |"
    }

    private static let words = [
        "outcome": list(RunResult.Outcome.allCases.map(\.rawValue)),
        "link.carrier": list(LinkRecord.Carrier.allCases.map(\.rawValue)),
        "link.clock": list(ClockKind.allCases.map(\.rawValue)),
    ]

    private static func list(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// A unit is the end of a key.
    private static func kind(_ value: JSONValue, _ path: String) -> String {
        let key = path.split(separator: ".").last.map { String($0) } ?? path
        switch value {
        case .bool: return "true or false"
        case .string: return "text"
        case .double: return "a number"
        case _ where key.hasSuffix("Ns") || key.hasPrefix("ns") || path.contains(".ledger."):
            return "nanoseconds"
        case _ where key.hasSuffix("Bytes") || key.lowercased().hasSuffix("bytessaved"): return "bytes"
        case _ where key.hasSuffix("Bps"): return "bit/s"
        case .null: return "text"
        default: return "a whole number"
        }
    }
}
