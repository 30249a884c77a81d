import Compression
import Forwarding
import HTTP
import Synchronization

/// A response's body as it is handed to a mirror. It belongs to the loop's thread; the desk's thread writes.
final class MirrorCopy {
    /// What became of it.
    final class Fate: Sendable {
        private enum State {
            case open
            case failed(MirrorFailure)
            /// The exchange is over: later failures are told on their own.
            case left
        }

        private let state = Mutex(State.open)

        /// False if nobody asks for it any more.
        func fail(_ failure: MirrorFailure) -> Bool {
            state.withLock { state in
                if case .left = state { return false }
                state = .failed(failure)
                return true
            }
        }

        /// What is known at the exchange's end.
        func leave() -> MirrorFailure? {
            state.withLock { state in
                defer { state = .left }
                return if case .failed(let failure) = state { failure } else { nil }
            }
        }
    }

    private let desk: MirrorWriter
    private let number: Int
    private let fate = Fate()
    private var isOver = false

    /// nil if the response is none to keep: only whole ones are, whose compression is known.
    init?(_ place: MirrorPlace, _ head: HTTPResponseHead, at desk: MirrorWriter) {
        guard head.status == 200 else { return nil }
        let coding = head.fields["Content-Encoding"].flatMap { $0.lowercased() == "identity" ? nil : $0 }
        let format = coding.flatMap { CompressedFormat(contentCoding: $0) }
        guard coding == nil || format?.decompressor() != nil else { return nil }
        self.desk = desk
        number = desk.begin(place, format, fate)
    }

    deinit {
        if !isOver { desk.drop(number) }
    }

    /// Returns why it fails, if it does.
    func write(_ bytes: ArraySlice<UInt8>) -> MirrorFailure? {
        guard !desk.write(Array(bytes), to: number) else { return nil }
        return .behind
    }

    /// The body is whole. Returns a failure that is known already.
    func finish() -> MirrorFailure? {
        isOver = true
        desk.finish(number)
        return fate.leave()
    }
}
