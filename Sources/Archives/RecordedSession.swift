/// Recorded responses by method and URL. Where a request was recorded several times, its responses come in
/// their order, and the last one again and again.
package struct RecordedSession: Sendable {
    private struct Key: Hashable {
        var method: String
        var url: String
    }

    private var responses: [Key: [ArchiveResponse]] = [:]
    /// How many responses of a request were given out.
    private var given: [Key: Int] = [:]

    /// Tunnels and exchanges without a response are left out.
    package init(_ archive: HTTPArchive) {
        for entry in archive.entries where entry.response.status >= 200 && entry.request.method != "CONNECT" {
            responses[Self.key(entry.request.method, entry.request.url), default: []].append(entry.response)
        }
    }

    package var count: Int { responses.values.reduce(0) { $0 + $1.count } }

    /// nil if no such request was recorded.
    package mutating func response(to method: String, _ url: String) -> ArchiveResponse? {
        let key = Self.key(method, url)
        guard let all = responses[key] else { return nil }
        let turn = given[key, default: 0]
        given[key] = turn + 1
        return all[min(turn, all.count - 1)]
    }

    /// Fragments are never sent.
    private static func key(_ method: String, _ url: String) -> Key {
        Key(method: method, url: String(url.prefix { $0 != "#" }))
    }
}
