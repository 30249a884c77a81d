import HTTP
import Wire

/// Two sessions side by side: the first, second, … exchange of a request in one beside that in the other.
package struct ArchiveComparison: Sendable {
    package struct Pair: Hashable, Sendable {
        package var method: String
        package var url: String
        /// nil if only the other session has it.
        package var before: ArchiveEntry?
        package var after: ArchiveEntry?
    }

    package enum Difference: Hashable, Sendable {
        case missing
        case added
        case status(Int, Int)
        /// Bytes of the bodies without compression. Equal numbers are different bytes.
        case content(Int, Int)
        /// Fields of the response with other values, in lower case; nil is absent.
        case field(String, before: String?, after: String?)
    }

    private struct Key: Hashable {
        var method: String
        var url: String
        var turn: Int
    }

    /// Fields that differ between any two responses.
    private static let passing: Set<String> = ["date", "age"]

    /// In the order of the first session, then what only the second one has.
    package let pairs: [Pair]

    package init(_ before: HTTPArchive, _ after: HTTPArchive) {
        let (first, second) = (Self.keyed(before), Self.keyed(after))
        let later = Dictionary(uniqueKeysWithValues: second.map { ($0.key, $0.entry) })
        let known = Set(first.map(\.key))
        pairs =
            first.map { key, entry in
                Pair(method: key.method, url: key.url, before: entry, after: later[key])
            }
            + second.filter { !known.contains($0.key) }.map { key, entry in
                Pair(method: key.method, url: key.url, before: nil, after: entry)
            }
    }

    private static func keyed(_ archive: HTTPArchive) -> [(key: Key, entry: ArchiveEntry)] {
        var turns: [Key: Int] = [:]
        return archive.entries.map { entry in
            var key = Key(method: entry.request.method, url: entry.request.url, turn: 0)
            let turn = turns[key, default: 0]
            turns[key] = turn + 1
            key.turn = turn
            return (key, entry)
        }
    }

    /// What differs in a pair's responses, apart from time.
    package static func differences(_ pair: Pair) -> [Difference] {
        guard let before = pair.before?.response else { return [.added] }
        guard let after = pair.after?.response else { return [.missing] }
        var found: [Difference] = []
        if before.status != after.status { found.append(.status(before.status, after.status)) }
        let sizes = (before.decodedBytes ?? before.bodyBytes ?? 0, after.decodedBytes ?? after.bodyBytes ?? 0)
        let areBothKept = before.content != nil && after.content != nil
        if sizes.0 != sizes.1 || areBothKept && before.content != after.content {
            found.append(.content(sizes.0, sizes.1))
        }
        let (old, new) = (fields(before), fields(after))
        for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
            found.append(.field(name, before: old[name], after: new[name]))
        }
        return found
    }

    /// Fields by name, the values of one name joined.
    private static func fields(_ response: ArchiveResponse) -> [String: String] {
        let named = response.fields.map { ($0.name.lowercased(), $0.value) }
        return Dictionary(named.filter { !passing.contains($0.0) }) { "\($0), \($1)" }
    }
}
