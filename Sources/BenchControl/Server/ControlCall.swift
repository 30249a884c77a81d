import HTTP
import ScenarioFormat
package import Wire

/// What a request to the control asks for.
package enum ControlCall: Hashable, ControlRequest {
    /// Tell what is there.
    case overview
    /// Make a bench as the content orders.
    case make
    /// Tell about a bench.
    case tell(Int)
    /// Change a bench's line to the one that the content describes.
    case changeLink(Int)
    /// Give files new bytes; all, if none is named.
    case changeFiles(Int, [String])
    case advance(Int, by: Nanoseconds)
    case end(Int)

    package static let advice =
        "POST /benches makes one; GET, DELETE /benches/N; PUT /benches/N/link; "
        + "POST /benches/N/advance?by=7d, /benches/N/change?files=a.jpg,b.jpg"

    private static let benches = "benches"

    package init?(method: String, path: Substring) throws(ControlError) {
        let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard let first = parts.first else {
            guard method == "GET" else { return nil }
            self = .overview
            return
        }
        guard first == Self.benches else { return nil }
        if parts.count == 1, method == "POST" {
            self = .make
            return
        }
        guard parts.count >= 2, let id = Int(parts[1]) else { return nil }
        let items = QueryItems(target: String(path))
        switch (method, parts.count, parts.dropFirst(2).first) {
        case ("GET", 2, _): self = .tell(id)
        case ("DELETE", 2, _): self = .end(id)
        case ("PUT", 3, "link"): self = .changeLink(id)
        case ("POST", 3, "change"):
            let names = (items?["files"] ?? "").split(separator: ",").map(String.init)
            self = .changeFiles(id, names)
        case ("POST", 3, "advance"): self = .advance(id, by: try Self.duration(items?["by"]))
        default: return nil
        }
    }

    private static func duration(_ text: String?) throws(ControlError) -> Nanoseconds {
        guard let text else {
            throw ControlError(.order, "`by` is missing", advice: "advance?by=7d")
        }
        do throws(QuantityProblem) {
            return try Quantity(text, as: [.duration]).baseUnits()
        } catch {
            throw ControlError(.order, "`by=\(text)`: \(error.message)", advice: "advance?by=7d")
        }
    }
}
