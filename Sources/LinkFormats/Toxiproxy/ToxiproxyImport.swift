import JSON
import LinkModel

/// Toxiproxy's JSON: the answer of `GET /proxies`, a list for `/populate` with toxics, one proxy, or toxics
/// alone.
struct ToxiproxyImport {
    private var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
    private var warnings = ImportWarnings()

    static func read(_ bytes: [UInt8]) throws(ImportError) -> LinkImport {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw ImportError(error.message, line: error.line, column: error.column)
        }
        var reader = ToxiproxyImport()
        for (place, toxic) in try reader.toxics(of: document) { try reader.add(toxic, place) }
        reader.link.down.fitJitter(&reader.warnings)
        reader.link.up.fitJitter(&reader.warnings)
        return LinkImport(.toxiproxy, reader.link, reader.warnings)
    }

    private typealias Placed = (place: String, value: JSONValue)

    private mutating func toxics(of document: JSONValue) throws(ImportError) -> [Placed] {
        let proxies = Self.proxies(of: document)
        if let proxies {
            let shaped = proxies.filter { !Self.elements($0.value["toxics"]).isEmpty }
            guard let chosen = shaped.first else {
                throw ImportError(
                    "these proxies have no toxics: toxiproxy's file does not keep them; GET /proxies shows them"
                )
            }
            if shaped.count > 1 {
                warnings.add("\(shaped.count) proxies have toxics: the toxics of \(chosen.place) are used")
            }
            if chosen.value["enabled"] == .bool(false) {
                warnings.add("\(chosen.place) is not enabled: here the line is up")
            }
            return Self.elements(chosen.value["toxics"]).enumerated().map {
                ("\(chosen.place).toxics[\($0.offset)]", $0.element)
            }
        }
        if document["type"] != nil { return [("the toxic", document)] }
        let elements = Self.elements(document)
        if !elements.isEmpty, elements.allSatisfy({ $0["type"] != nil }) {
            return elements.enumerated().map { ("[\($0.offset)]", $0.element) }
        }
        if elements.contains(where: { $0["kind"] != nil }) {
            throw ImportError("this is tc's JSON: give what `tc qdisc show` prints without -j")
        }
        throw ImportError(
            "this JSON has neither proxies with `toxics` nor toxics with a `type`, as toxiproxy's has"
        )
    }

    /// nil if these are not proxies.
    private static func proxies(of document: JSONValue) -> [Placed]? {
        func isProxy(_ value: JSONValue) -> Bool { value["upstream"] != nil || value["toxics"] != nil }
        if isProxy(document) { return [("the proxy", document)] }
        if let inner = document["proxies"] { return proxies(of: inner) }
        let elements = elements(document)
        if !elements.isEmpty, elements.allSatisfy(isProxy) {
            return elements.enumerated().map { ("[\($0.offset)]", $0.element) }
        }
        if case .object(let members) = document, !members.isEmpty, members.allSatisfy({ isProxy($0.value) }) {
            return members.map { ($0.key, $0.value) }
        }
        return nil
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements) = value { elements } else { [] }
    }

    private mutating func add(_ toxic: JSONValue, _ place: String) throws(ImportError) {
        guard case .string(let type) = toxic["type"] else { throw ImportError("\(place) has no `type`") }
        let direction = try direction(toxic, place)
        switch toxic["toxicity"] {
        case nil, .integer(1), .double(1): break
        default: warnings.add("\(place): its toxicity is left out: it affects every connection")
        }
        var side = link[direction]
        switch type {
        case "latency":
            side.oneWayDelay += try number("latency", toxic, place, upTo: 3_600_000) * 1_000_000
            guard side.oneWayDelay <= 3_600_000_000_000 else {
                throw ImportError("\(place): the latencies add up to more than an hour")
            }
            let jitter = try number("jitter", toxic, place, upTo: 3_600_000)
            if jitter > 0 { side.jitter = Jitter(amount: jitter * 1_000_000) }
        case "bandwidth":
            let bps = try number("rate", toxic, place, upTo: 125_000_000) * 8000
            if bps > 0 { side.rate = .constant(min(bps, side.rateBps ?? .max)) }
            warnings.add("toxiproxy's bandwidth is per connection: here all connections share the line")
        case "timeout" where try number("timeout", toxic, place, upTo: .max) == 0:
            side.loss = .random(PacketShare(1))
        case "packet_loss":
            side.loss = .random(try loss(toxic, place))
            warnings.add(
                "toxiproxy's packet_loss drops pieces of the stream: here packets are lost, and sent again"
            )
        default:
            warnings.add("\(place): the toxic `\(type)` is left out: it is about connections, not the line")
        }
        link[direction] = side
    }

    private func direction(_ toxic: JSONValue, _ place: String) throws(ImportError) -> LinkDirection {
        switch toxic["stream"] {
        case nil, .string("downstream"), .string(""): return .down
        case .string("upstream"): return .up
        default: throw ImportError("\(place).stream is neither downstream nor upstream")
        }
    }

    /// A whole number from 0; 0 if it is missing.
    private func number(_ key: String, _ toxic: JSONValue, _ place: String, upTo most: Int64)
        throws(ImportError)
        -> Int64
    {
        guard let value = toxic["attributes"]?[key] else { return 0 }
        guard case .integer(let number) = value, (0...most).contains(number) else {
            throw ImportError("\(place).attributes.\(key) is not a whole number from 0 to \(most)")
        }
        return number
    }

    private func loss(_ toxic: JSONValue, _ place: String) throws(ImportError) -> PacketShare {
        func share(_ key: String, otherwise: Double) throws(ImportError) -> Double {
            switch toxic["attributes"]?[key] {
            case nil: return otherwise
            case .integer(let whole) where (0...1).contains(whole): return Double(whole)
            case .double(let share) where (0...1).contains(share): return share
            default: throw ImportError("\(place).attributes.\(key) is not a number from 0 to 1")
            }
        }
        let correlation = try share("correlation", otherwise: 0)
        guard correlation < 1 else {
            throw ImportError(
                "\(place).attributes.correlation must be below 1: at 1 nothing would ever change"
            )
        }
        return PacketShare(try share("loss_rate", otherwise: 0.1), correlation: correlation)
    }
}
