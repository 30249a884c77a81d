package import HTTP
import Synchronization

/// Content that is made while it is sent: one side writes it, the other takes it, on two threads or on one.
///
/// The content may have no known length and no end. Bytes wait until they are taken; a writer that respects
/// `hasRoom` keeps them near `capacity`. Each side may ask to be called when it can continue.
package final class BodyStream: Sendable {
    /// Result of taking.
    package enum Piece: Hashable, Sendable {
        /// Never empty. `isLast` if the content is known to end here, without trailers.
        case bytes(ArraySlice<UInt8>, isLast: Bool)
        /// All was taken, and these fields end the message.
        case end(trailers: HTTPFields)
        /// The writer broke off: the content stays incomplete.
        case brokenOff
        /// Nothing is available yet.
        case nothing
    }

    private enum Ending {
        case whole(trailers: HTTPFields)
        case brokenOff
    }

    private struct State {
        var pieces: [ArraySlice<UInt8>] = []
        /// Number of leading `pieces` that were taken already.
        var taken = 0
        /// Bytes not yet taken.
        var waiting = 0
        var written = 0
        var ending: Ending?
        var isWanted = false
        var isAbandoned = false
        /// A writer has found no room.
        var hasRefused = false
        var onContent: (@Sendable () -> Void)?
        var onRoom: (@Sendable () -> Void)?

        var isEmpty: Bool { waiting == 0 && ending == nil }

        /// Short pieces are joined in memory of their own: a piece may be a few bytes of a large buffer.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            waiting += bytes.count
            written += bytes.count
            guard bytes.count < BodyStream.shortPiece else { return pieces.append(bytes) }
            if pieces.count > taken, let last = pieces.last, last.count < BodyStream.shortPiece {
                pieces[pieces.count - 1] += bytes
            } else {
                pieces.append(Array(bytes)[...])
            }
        }

        mutating func front(atMost count: Int) -> ArraySlice<UInt8> {
            let piece = pieces[taken].prefix(count)
            waiting -= piece.count
            if piece.count < pieces[taken].count {
                pieces[taken] = pieces[taken].dropFirst(piece.count)
                return piece
            }
            pieces[taken] = []
            taken += 1
            // Compacted rarely: the taken pieces never outnumber the waiting ones.
            if taken * 2 >= pieces.count {
                pieces.removeFirst(taken)
                taken = 0
            }
            return piece
        }
    }

    package static let usualCapacity = 65_536
    /// Pieces below this size cost more memory than their bytes, if each is kept alone.
    private static let shortPiece = 1024

    private let capacity: Int
    private let state = Mutex(State())

    /// `capacity`: bytes that may wait before there is no room.
    package init(capacity: Int = BodyStream.usualCapacity) {
        self.capacity = max(1, capacity)
    }

    // MARK: The writer's side

    /// Bytes written so far.
    package var written: Int { state.withLock { $0.written } }

    /// Whether more should be written now; always true once the reader has left. Bytes written without room
    /// are still kept.
    package var hasRoom: Bool {
        state.withLock { state in
            let hasRoom = state.waiting < capacity
            if !hasRoom { state.hasRefused = true }
            return hasRoom
        }
    }

    /// The reader has asked for content at least once.
    package var isWanted: Bool { state.withLock { $0.isWanted } }

    /// The reader has left: further writes are dropped.
    package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Adds content. Dropped if the reader has left or the content has ended.
    package func write(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.ending == nil, !state.isAbandoned else { return nil }
            let wasEmpty = state.isEmpty
            state.add(bytes)
            return wasEmpty ? state.onContent : nil
        }
        call?()
    }

    package func write(_ bytes: [UInt8]) {
        write(bytes[...])
    }

    /// The content is complete. The first ending counts.
    package func end(trailers: HTTPFields = HTTPFields()) {
        end(.whole(trailers: trailers))
    }

    /// Ends incomplete content: the client is cut off, so that it does not take the content as complete.
    package func breakOff() {
        end(.brokenOff)
    }

    /// Sets the writer's call, which runs on the reader's thread: when there is room again for a writer that
    /// found none, when the reader first asks for content, and when the reader leaves. Runs at once if the
    /// reader has asked or left already.
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

    /// The writer broke off, though bytes from before may wait.
    package var isBrokenOff: Bool {
        state.withLock { if case .brokenOff? = $0.ending { true } else { false } }
    }

    /// Whether taking would return anything.
    package var hasContent: Bool { state.withLock { !$0.isEmpty } }

    /// Takes the next content, at most `count` bytes. `count` is at least 1.
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

    /// Sets the reader's call, which runs on the writer's thread when content or an end arrives after there
    /// was none. Runs at once if some is available already.
    package func onContent(_ call: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onContent = call
            return !state.isEmpty
        }
        if isDue { call() }
    }

    /// Stops taking.
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
