package import Archives
import JSON
package import Serving
import Synchronization

/// Exchanges as an archive has them, for a page: a saved session, or what a server has answered. The newest are kept.
/// Any thread may use it.
package final class ArchivedExchanges: LivePageSource {
    private struct State {
        var entries: [ArchiveEntry] = []
        /// Entries that are not kept any more.
        var dropped = 0
        /// When the first exchange began, in nanoseconds since 1970.
        var origin: Int64?

        subscript(number: Int) -> ArchiveEntry? {
            let place = number - 1 - dropped
            return entries.indices.contains(place) ? entries[place] : nil
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Keeps them, in order, and returns the rows of those that a page can show.
    package func add(_ entries: [ArchiveEntry]) -> [[UInt8]] {
        state.withLock { state in
            if state.origin == nil { state.origin = entries.compactMap(\.started).min() }
            let first = state.dropped + state.entries.count
            let skipped = max(0, entries.count - LiveFeed.most)
            state.entries += entries
            // Compacted rarely: at most twice as many are in memory.
            if state.entries.count > LiveFeed.most * 2 {
                let over = state.entries.count - LiveFeed.most
                state.entries.removeFirst(over)
                state.dropped += over
            }
            let origin = state.origin ?? 0
            return entries.indices.dropFirst(skipped).map {
                entries[$0].row(first + $0 + 1, from: origin)
            }
        }
    }

    /// Puts entries of finished runs in the place of those that were added while the runs were under way, appends those
    /// that have no such place, and returns the rows of all.
    package func settle(_ entries: [ArchiveEntry]) -> [[UInt8]] {
        state.withLock { state in
            var places = RunPlace.all(of: state.entries)
            var settled: [(place: Int, entry: ArchiveEntry)] = []
            for (place, entry) in RunPlace.each(of: entries) {
                // Taken once: what comes again is another exchange.
                if let place, let index = places.removeValue(forKey: place) {
                    state.entries[index] = entry
                    settled.append((index, entry))
                } else {
                    state.entries.append(entry)
                    settled.append((state.entries.count - 1, entry))
                }
            }
            if state.origin == nil { state.origin = entries.compactMap(\.started).min() }
            let origin = state.origin ?? 0
            return settled.map { $0.entry.row(state.dropped + $0.place + 1, from: origin) }
        }
    }

    private subscript(number: Int) -> ArchiveEntry? { state.withLock { $0[number] } }

    // MARK: LivePageSource

    package func exchange(_ number: Int) -> [UInt8]? {
        guard var entry = self[number] else { return nil }
        // Contents are asked for on their own.
        entry.request.content = nil
        entry.response.content = nil
        return Array(entry.json.line.utf8)
    }

    package func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? {
        guard let entry = self[number] else { return nil }
        return switch side {
        case .request: entry.request.content.map { PageContent($0, mediaType: entry.request.mediaType) }
        case .response: entry.response.content.map { PageContent($0, mediaType: entry.response.mediaType) }
        }
    }

    package func archive(_ numbers: [Int]?) -> [UInt8] {
        let chosen = state.withLock { state in numbers.map { $0.compactMap { state[$0] } } ?? state.entries }
        return ArchiveFrame.archive(chosen.map(\.json.line), comment: "chosen on a page of netlab")
    }

    package func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
        .now(.text(404, "this page takes no commands\n"))
    }
}
