import Serving
import Synchronization

/// The events that a live page shows. Any thread may add some; each reader gets them in order, from the oldest
/// that is kept on.
///
/// A slow reader holds nobody up: it gets what it missed once it has room, as far as that is still kept.
package final class LiveFeed: Sendable {
    /// Rows that are kept.
    package static let most = 10_000

    /// A page that reads.
    private struct Reader {
        let stream: BodyStream
        /// Number of the row that comes next.
        var next: Int
        /// The latest of each kind of notice that it got, by its number.
        var told: [Notice: Int] = [:]
    }

    /// What is told in place of the same before: a slow reader gets only the latest. It follows the rows, in this order:
    /// what has ended is under way no more.
    private enum Notice: CaseIterable {
        case underWay, news, changed
    }

    private struct State {
        /// JSON texts. The first has the number `first`.
        var rows: [[UInt8]] = []
        var first = 0
        /// The latest events, and how many of each kind there were.
        var notices: [Notice: (event: [UInt8], count: Int)] = [:]
        var readers: [Reader] = []

        var end: Int { first + rows.count }

        /// Number of the oldest row that a reader gets.
        var kept: Int { max(first, end - LiveFeed.most) }
    }

    /// Rows in one event at most, so that a page can draw the first ones early.
    private static let batch = 500
    /// Bytes that wait for a slow page at most, but for one event.
    private static let capacity = 1 << 20

    /// Another feed's events have other identifiers: a page that was connected to that one begins anew.
    private let name: String
    let subject: PageSubject
    private let state = Mutex(State())

    package init(named name: String, of subject: PageSubject) {
        self.name = name
        self.subject = subject
    }

    // MARK: The writer's side

    /// Adds rows, each a JSON text without line breaks. A row takes the place of an earlier one of the same number.
    package func add(_ rows: [[UInt8]]) {
        guard !rows.isEmpty else { return }
        state.withLock { state in
            state.rows += rows
            // Compacted rarely: at most twice the rows are in memory.
            if state.rows.count > Self.most * 2 {
                state.first = state.end - Self.most
                state.rows.removeFirst(state.rows.count - Self.most)
            }
            serve(&state)
        }
    }

    /// Shows what has begun and not ended, in place of what was under way before: rows, each a JSON text without line
    /// breaks, of `count` in all. A slow reader gets only the latest.
    package func show(underWay rows: [[UInt8]], of count: Int) {
        let text = Array("event: underway\ndata: {\"count\":\(count),\"rows\":[".utf8)
        let event = text + rows.joined(separator: [UInt8(ascii: ",")]) + Array("]}\n\n".utf8)
        tell(.underWay, event)
    }

    /// Tells pages this in place of what they were told before. A slow reader gets only the latest.
    package func tell(_ news: PageNotices) {
        tell(.news, news.event)
    }

    /// Tells pages that something else than rows has changed, such as a switch: they ask what it is now.
    package func change() {
        tell(.changed, Array("event: changed\ndata: \n\n".utf8))
    }

    private func tell(_ notice: Notice, _ event: [UInt8]) {
        state.withLock { state in
            state.notices[notice] = (event, (state.notices[notice]?.count ?? 0) + 1)
            serve(&state)
        }
    }

    /// Every reader's stream ends.
    package func end() {
        let readers = state.withLock { state in
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.stream.end() }
    }

    /// Pages that are open.
    var readers: Int { state.withLock { $0.readers.count } }

    // MARK: Readers

    /// A stream of server-sent events that never ends by itself. `last` is the identifier of the last event that
    /// the reader has got on an earlier connection.
    func stream(after last: String?) -> BodyStream {
        let stream = BodyStream(capacity: Self.capacity)
        stream.write(Array("retry: 1000\n\n\(subject.event)".utf8))
        state.withLock { state in
            let next = position(last, in: state) ?? state.kept
            var reader = Reader(stream: stream, next: next)
            // It asks by itself how things are now.
            reader.told[.changed] = state.notices[.changed]?.count
            state.readers.append(reader)
            serve(&state)
        }
        stream.onRoom { [weak self] in
            guard let self else { return }
            state.withLock { serve(&$0) }
        }
        return stream
    }

    /// nil if the identifier is not one of this feed's, or what follows it is kept no more.
    private func position(_ last: String?, in state: State) -> Int? {
        guard let last, last.hasPrefix("\(name)-"), let next = Int(last.dropFirst(name.count + 1)),
            (state.kept...state.end).contains(next)
        else { return nil }
        return next
    }

    private func serve(_ state: inout State) {
        state.readers.removeAll { $0.stream.isAbandoned }
        for place in state.readers.indices { state.readers[place] = served(state.readers[place], state) }
    }

    /// The reader once it has got what it has room for.
    private func served(_ reader: Reader, _ state: State) -> Reader {
        var reader = reader
        reader.next = max(reader.next, state.kept)
        while reader.next < state.end, reader.stream.hasRoom {
            let range = reader.next..<min(reader.next + Self.batch, state.end)
            reader.next = range.upperBound
            let rows = state.rows[(range.lowerBound - state.first)..<(range.upperBound - state.first)]
            reader.stream.write(event(rows, upTo: range.upperBound))
        }
        for notice in Notice.allCases {
            guard let latest = state.notices[notice], reader.told[notice, default: 0] < latest.count,
                reader.stream.hasRoom
            else { continue }
            reader.told[notice] = latest.count
            reader.stream.write(latest.event)
        }
        return reader
    }

    private func event(_ rows: ArraySlice<[UInt8]>, upTo end: Int) -> [UInt8] {
        var text = Array("id: \(name)-\(end)\nevent: rows\ndata: [".utf8)
        text.reserveCapacity(text.count + rows.reduce(4) { $0 + $1.count + 1 })
        var isFirst = true
        for row in rows {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            text += row
        }
        text += "]\n\n".utf8
        return text
    }
}
