import HTTP
import Scenarios
import Wire

extension ResponseBehaviour: Keyed {
    static var blank: ResponseBehaviour { ResponseBehaviour() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("delay", &delay, .stated(.time))
        keys.key("pieces", &pieces, .stated(.mapping()))
        keys.key("rate", &rateBps, .stated(.amount(.rate, in: ScenarioLimits.rateBps)))
        keys.key("etag", &etag, .stated(.etag))
        keys.key("lastModified", &lastModified, .stated(.modified))
        keys.key("cacheControl", &cacheControl, .stated(.fieldValue))
        keys.key("expires", &expires, .stated(.expiry))
        keys.key("age", &age, .stated(.seconds))
        keys.key("vary", &vary, .stated(.fieldNames))
        keys.key("headers", &headers, .fields.unless([]))
        keys.key("cookies", &cookies, .stated(.cookies))
        keys.key("compress", &compress, .stated(.list(.word, "name at least one coding")))
        keys.key("status", &statuses, .stated(.statuses, orNone: false))
        keys.key("redirect", &redirect, .stated(.location))
        keys.key("auth", &auth, .stated(.credentials))
        keys.key("signed", &signing, .stated(.mapping()))
        keys.key("length", &length, .stated(.word, orNone: false))
        keys.key("trailers", &trailers, .stated(.fields))
        keys.key("earlyHints", &earlyHints, .stated(.fieldValues(of: "Link", in: "earlyHints")))
        keys.key("fault", &fault, .stated(.fault))
    }
}

extension ResponsePieces: Keyed {
    static var blank: ResponsePieces { ResponsePieces(size: 0, pause: .fixed(0)) }
    static var needed: [String] { ["size", "pause"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("size", &size, .bytes(in: ScenarioLimits.pieceBytes))
        keys.key("pause", &pause, .time)
    }
}

extension URLSigning: Keyed {
    static var blank: URLSigning { URLSigning(key: "") }
    static var needed: [String] { ["key"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("key", &key, .text)
        keys.key("lifetime", &lifetime, .seconds)
    }
}

extension Notation<EntityTagStrength> {
    fileprivate static var etag: Self {
        let words = EntityTagStrength.allCases.map(\.rawValue) + ["none"]
        return Self(
            { $0.word($1, $2, among: words).flatMap { EntityTagStrength(rawValue: $0) } },
            { $0.rawValue }
        )
    }
}

extension Notation<StatusSequence> {
    /// One status, or the statuses of successive answers.
    fileprivate static var statuses: Self {
        let most = (ScenarioLimits.items, "statuses")
        let list = Notation<[Int]>.list(.count(in: ScenarioLimits.status), "name at least one", most: most)
        return Self(
            { list.read($0, $1, $2).map { StatusSequence($0) } },
            { $0.statuses.count == 1 ? "\($0.statuses[0])" : list.text($0.statuses) }
        )
    }
}
