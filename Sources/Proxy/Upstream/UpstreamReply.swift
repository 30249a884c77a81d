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
    private var trailers = HTTPFields()
    /// The body is not held back any more, and a rule's change to it is not made.
    private var isUnedited = false
    /// Another response is the answer: this one's content is dropped.
    private var isReplaced = false

    /// False while the client does not take what has come.
    var hasRoom: Bool { stream?.hasRoom ?? true }

    /// The client has some answer: what is missing of it may take as long as it likes.
    var hasAnswered: Bool { stream != nil || isReplaced }

    /// The client has left.
    var isAbandoned: Bool { stream?.isAbandoned ?? false }

    mutating func begin(_ head: HTTPResponseHead, _ framing: HTTP1Framing) {
        self.head = head
        self.framing = framing
    }

    /// The fields after the content.
    mutating func finish(with trailers: HTTPFields) {
        self.trailers = HopFields.passable(trailers: trailers)
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        if isReplaced { return }
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
        guard let head, !isReplaced else { return }
        if let stream {
            if isEnded { stream.end(trailers: trailers) }
            return
        }
        if let replacement = request.replacement {
            isReplaced = true
            content = []
            return request.respond(replacement, head: head)
        }
        if request.needsWholeBody, !isUnedited {
            guard isEnded else {
                // The body is held back until it is whole.
                if !isTooLong(head) { return }
                leave(.tooLong, request)
                return answer(request, isEnded: isEnded, wakeUp: wakeUp)
            }
            if let edit = request.revision.body, respond(request, head, edit) { return }
        }
        let (passed, course) = (request.revision.head(head), request.revision.course)
        if isEnded {
            let framing: BodyFraming = framing == .chunked ? .chunked(trailers: trailers) : .length
            let response = ServedResponse(
                head: passed,
                body: ServedBody(content),
                framing: framing,
                course: course
            )
            return request.respond(response, head: head)
        }
        let stream = BodyStream()
        stream.write(content)
        content = []
        self.stream = stream
        request.respond(ServedResponse(head: passed, stream: stream, course: course), head: head)
        if let wakeUp { stream.onRoom(wakeUp) }
    }

    private func isTooLong(_ head: HTTPResponseHead) -> Bool {
        let stated = head.fields["Content-Length"].flatMap { Int($0) } ?? 0
        return max(content.count, stated) > BodyEdit.longest
    }

    private mutating func leave(_ failure: BodyEditFailure, _ request: UpstreamRequest) {
        isUnedited = true
        if request.revision.body != nil { request.noteUneditedBody(failure) }
    }

    /// Responds with the edited body; false if it is to cross as it is.
    private mutating func respond(
        _ request: UpstreamRequest,
        _ head: HTTPResponseHead,
        _ edit: BodyEdit
    ) -> Bool {
        // Such a response has no body.
        let isBare = request.forwarded.head.method == "HEAD" || head.status == 204 || head.status == 304
        if isBare { return false }
        var passed = request.revision.head(head)
        do throws(BodyEditFailure) {
            if head.status == 206, edit.content == nil { throw .partial }
            let body = ServedBody(try edit.applied(to: content, &passed.fields))
            request.respond(
                ServedResponse(head: passed, body: body, course: request.revision.course),
                head: head
            )
            return true
        } catch .unreadable(let error) {
            request.respond(.unrewritten(.unreadable(error)), head: head)
            return true
        } catch {
            leave(error, request)
            return false
        }
    }

    /// The rest will not come.
    func breakOff() {
        stream?.breakOff()
    }
}
