import Forwarding
import HTTP
import Serving

/// A server's response on its way to the client. A short one that has come whole is answered at once, a longer
/// one as a stream.
struct UpstreamReply {
    private(set) var head: HTTPResponseHead?
    private var framing = HTTP1Framing.none
    private var content: [UInt8] = []
    private var stream: BodyStream?
    var trailers = HTTPFields()

    /// False while the client does not take what has come.
    var hasRoom: Bool { stream?.hasRoom ?? true }

    /// The client has left.
    var isAbandoned: Bool { stream?.isAbandoned ?? false }

    mutating func begin(_ head: HTTPResponseHead, _ framing: HTTP1Framing) {
        self.head = head
        self.framing = framing
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        if let stream {
            stream.write(bytes)
        } else if content.isEmpty {
            content = Array(bytes)
        } else {
            content += bytes
        }
    }

    /// Passes on what has come. `wakeUp` asks for a turn when the client has taken some of it.
    mutating func answer(
        _ request: UpstreamRequest,
        isEnded: Bool,
        wakeUp: (@Sendable () -> Void)?
    ) {
        guard let head else { return }
        if let stream {
            if isEnded { stream.end(trailers: trailers) }
            return
        }
        let (passed, course) = (request.passed(head), request.course)
        if isEnded {
            let framing: BodyFraming = framing == .chunked ? .chunked(trailers: trailers) : .length
            let response = ServedResponse(
                head: passed,
                body: ServedBody(content),
                framing: framing,
                course: course
            )
            return request.responds(response, head: head)
        }
        let stream = BodyStream()
        stream.write(content)
        content = []
        self.stream = stream
        request.responds(ServedResponse(head: passed, stream: stream, course: course), head: head)
        if let wakeUp { stream.onRoom(wakeUp) }
    }

    /// The rest will not come.
    func breakOff() {
        stream?.breakOff()
    }
}
