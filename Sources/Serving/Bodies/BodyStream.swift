package import HTTP
import Synchronization

/// Content that is made while it goes: one side writes it, the other takes it, each on a thread of its own or both on one.
///
/// Its length need not be known, and it need not end. Bytes wait in it until they are taken. A writer that minds `hasRoom` keeps them
/// near `capacity`, however fast it is. Each side may ask to be called when it can go on.
package final class BodyStream: Sendable {
    /// What a reader gets.
    package enum Piece: Hashable, Sendable {
        /// Never empty. `isLast` where the content is known to end behind it, without trailers.
        case bytes(ArraySlice<UInt8>, isLast: Bool)
        /// All was taken, and these fields end the message.
        case end(trailers: HTTPFields)
        /// The writer broke off: the content is not whole, and never will be.
        case brokenOff
        /// Nothing is here yet.
        case nothing
    }

    private enum Ending {
        case whole(trailers: HTTPFields)
        case brokenOff
    }

    private struct State {
        var pieces: [ArraySlice<UInt8>] = []
        /// Of `pieces`, those that were taken already.
        var taken = 0
        /// Bytes that wait.
        var waiting = 0
        var written = 0
        var ending: Ending?
        var isWanted = false
        var isAbandoned = false
        /// A writer was told that there is no room.
        var hasRefused = false
        var onContent: (@Sendable () -> Void)?
        var onRoom: (@Sendable () -> Void)?

        var isEmpty: Bool { waiting == 0 && ending == nil }

        mutating func front(atMost count: Int) -> ArraySlice<UInt8> {
            let piece = pieces[taken].prefix(count)
            waiting -= piece.count
            if piece.count < pieces[taken].count {
                pieces[taken] = pieces[taken].dropFirst(piece.count)
                return piece
            }
            pieces[taken] = []
            taken += 1
            // Moved seldom: what is kept of the list is at most as long as what waits.
            if taken * 2 >= pieces.count {
                pieces.removeFirst(taken)
                taken = 0
            }
            return piece
        }
    }

    package static let usualCapacity = 65_536

    private let capacity: Int
    private let state = Mutex(State())

    /// `capacity` is how many bytes may wait before there is no room.
    package init(capacity: Int = BodyStream.usualCapacity) {
        self.capacity = max(1, capacity)
    }

    // MARK: The writer's side

    /// Bytes that were written so far.
    package var written: Int { state.withLock { $0.written } }

    /// Whether more should be written now: always where nobody takes it any more. What is written without room is kept all the same.
    package var hasRoom: Bool {
        state.withLock { state in
            let hasRoom = state.waiting < capacity
            if !hasRoom { state.hasRefused = true }
            return hasRoom
        }
    }

    /// The reader has asked for content at least once.
    package var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Nobody will take any more of it: what is written is dropped.
    package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Adds content. It is dropped where nobody takes it any more, or where it has ended.
    package func write(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.ending == nil, !state.isAbandoned else { return nil }
            let wasEmpty = state.isEmpty
            state.pieces.append(bytes)
            state.waiting += bytes.count
            state.written += bytes.count
            return wasEmpty ? state.onContent : nil
        }
        call?()
    }

    package func write(_ bytes: [UInt8]) {
        write(bytes[...])
    }

    /// The content is whole. The first ending counts.
    package func end(trailers: HTTPFields = HTTPFields()) {
        end(.whole(trailers: trailers))
    }

    /// The content ends before its end: a client is cut off, so that it does not take it for whole.
    package func breakOff() {
        end(.brokenOff)
    }

    /// Calls whenever there is room again for a writer that was told of none, when the reader first asks for content, and when nobody
    /// takes any more, on the thread that does so; at once where one of these was so already.
    package func onRoom(_ call: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onRoom = call
            return state.isWanted || state.isAbandoned
        }
        if isDue { call() }
    }

    private func end(_ ending: Ending) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            state.onRoom = nil
            return state.onContent
        }
        call?()
    }

    // MARK: The reader's side

    /// Whether taking would bring anything.
    package var hasContent: Bool { state.withLock { !$0.isEmpty } }

    /// Takes what is next, at most `count` bytes of it. `count` is at least 1.
    package func take(atMost count: Int) -> Piece {
        let (piece, call) = state.withLock { state -> (Piece, (@Sendable () -> Void)?) in
            let isFirst = !state.isWanted
            state.isWanted = true
            guard state.waiting > 0 else {
                return (Self.piece(for: state.ending), isFirst ? state.onRoom : nil)
            }
            let bytes = state.front(atMost: max(1, count))
            let isRoomAgain = state.hasRefused && state.waiting <= capacity / 2
            if isRoomAgain { state.hasRefused = false }
            var isLast = false
            if case .whole(let trailers) = state.ending { isLast = state.waiting == 0 && trailers.isEmpty }
            return (.bytes(bytes, isLast: isLast), isFirst || isRoomAgain ? state.onRoom : nil)
        }
        call?()
        return piece
    }

    /// Calls whenever there is content, or an end, where there was none, on the thread that brings it; at once where there is some
    /// already.
    package func onContent(_ call: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onContent = call
            return !state.isEmpty
        }
        if isDue { call() }
    }

    /// Takes no more.
    package func abandon() {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isAbandoned else { return nil }
            state.isAbandoned = true
            (state.pieces, state.taken, state.waiting) = ([], 0, 0)
            state.onContent = nil
            defer { state.onRoom = nil }
            return state.onRoom
        }
        call?()
    }

    private static func piece(for ending: Ending?) -> Piece {
        switch ending {
        case .whole(let trailers): .end(trailers: trailers)
        case .brokenOff: .brokenOff
        case nil: .nothing
        }
    }
}

extension BodyStream: Hashable {
    package static func == (lhs: BodyStream, rhs: BodyStream) -> Bool { lhs === rhs }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
