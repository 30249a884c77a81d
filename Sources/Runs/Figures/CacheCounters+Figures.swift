package import JSON
package import Logs
import Scenarios

extension CacheCounters: Tabulated {
    package static let figures: [ResultFigure<CacheCounters>] = [
        .member("memoryHits", \.memoryHits),
        .member("diskHits", \.diskHits),
        .member("revalidated", \.revalidated),
        .member("misses", \.misses),
        .member("evictions", \.evictions),
        .member("memoryBytes", \.memoryBytes),
        .member("diskBytes", \.diskBytes),
    ]

    package init?(json: JSONValue) {
        self.init()
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
