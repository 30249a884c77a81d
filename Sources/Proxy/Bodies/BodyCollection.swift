import HTTP
import Serving

/// Collects a body that arrives, up to a limit. It belongs to the loop's thread.
// Safety: both ends of the stream are on that thread, and so are its calls.
final class BodyCollection: @unchecked Sendable {
    enum Outcome {
        case whole([UInt8], trailers: HTTPFields)
        case tooLong
    }

    private let longest: Int
    private var body: [UInt8] = []
    /// nil once it is over: the stream's call holds this object.
    private var stream: BodyStream?
    private let ended: (Outcome) -> Void

    /// Calls `ended` once, at once if the body is there, and never if the client breaks off.
    static func collect(_ stream: BodyStream, atMost longest: Int, ended: @escaping (Outcome) -> Void) {
        let collection = BodyCollection(stream, longest, ended)
        stream.onContent { collection.proceed() }
        // The first asks the client for the body.
        collection.proceed()
    }

    private init(_ stream: BodyStream, _ longest: Int, _ ended: @escaping (Outcome) -> Void) {
        self.stream = stream
        self.longest = longest
        self.ended = ended
    }

    private func proceed() {
        while let stream {
            switch stream.take(atMost: BodyStream.usualCapacity) {
            case .bytes(let bytes, let isLast):
                body += bytes
                if body.count > longest {
                    stream.abandon()
                    end(.tooLong)
                } else if isLast {
                    end(.whole(body, trailers: HTTPFields()))
                }
            case .end(let trailers): end(.whole(body, trailers: trailers))
            case .brokenOff: self.stream = nil
            case .nothing: return
            }
        }
    }

    private func end(_ outcome: Outcome) {
        stream = nil
        ended(outcome)
    }
}
