import Forwarding
import HTTP
import Serving

/// Collects a request's body and edits it before the request goes out. It belongs to the loop's thread.
// Safety: both ends of the stream are on that thread, and so are its calls.
final class RequestEditing: @unchecked Sendable {
    typealias Outcome = Result<(ForwardedRequest, BodyStream?), BodyEditFailure>

    private let edit: BodyEdit
    private let request: ForwardedRequest
    private var body: [UInt8] = []
    /// nil once it is over: the stream's call holds this object.
    private var stream: BodyStream?
    private let ended: (Outcome) -> Void

    /// `ended` is called once, unless the client breaks off: with the request and its body, or with why it
    /// cannot be sent.
    init(
        _ request: ForwardedRequest,
        _ stream: BodyStream?,
        _ edit: BodyEdit,
        ended: @escaping (Outcome) -> Void
    ) {
        self.request = request
        self.stream = stream
        self.edit = edit
        self.ended = ended
    }

    func begin() {
        guard let stream else {
            // Nothing to replace anything in.
            return edit.content == nil ? ended(.success((request, nil))) : finish()
        }
        guard edit.content == nil else {
            stream.abandon()
            return finish()
        }
        stream.onContent { self.collect() }
        // The first asks the client for the body.
        collect()
    }

    private func collect() {
        while let stream {
            switch stream.take(atMost: BodyStream.usualCapacity) {
            case .bytes(let bytes, let isLast):
                body += bytes
                if body.count > BodyEdit.longest {
                    stream.abandon()
                    self.stream = nil
                    return ended(.failure(.tooLong))
                }
                if isLast { return finish() }
            case .end: return finish()
            case .brokenOff: self.stream = nil
            case .nothing: return
            }
        }
    }

    private func finish() {
        stream = nil
        ended(
            Result { () throws(BodyEditFailure) in
                var fields = request.head.fields
                let edited = try edit.applied(to: body, &fields)
                fields["Expect"] = nil
                let whole = BodyStream(capacity: edited.count)
                whole.write(edited)
                whole.end()
                return (request.with(fields), edited.isEmpty ? nil : whole)
            }
        )
    }
}
