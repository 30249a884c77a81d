import Forwarding
import HTTP
import Serving

/// Collects a request's body and edits it before the request goes out. It belongs to the loop's thread.
// Safety: both ends of the stream are on that thread, and so are its calls.
final class RequestEditing: @unchecked Sendable {
    private let edit: BodyEdit
    private let stream: BodyStream?
    private let request: ForwardedRequest
    private var body: [UInt8] = []
    private var ended: (Result<(ForwardedRequest, BodyStream?), any Error>) -> Void

    /// `ended` is called once: with the request and its body, or with why it cannot be sent.
    init(
        _ request: ForwardedRequest,
        _ stream: BodyStream?,
        _ edit: BodyEdit,
        ended: @escaping (Result<(ForwardedRequest, BodyStream?), any Error>) -> Void
    ) {
        self.request = request
        self.stream = stream
        self.edit = edit
        self.ended = ended
    }

    func begin() {
        guard let stream, edit.content == nil else {
            stream?.abandon()
            return finish()
        }
        stream.onContent { self.collect() }
        collect()
    }

    private func collect() {
        while let stream {
            switch stream.take(atMost: BodyStream.usualCapacity) {
            case .bytes(let bytes, let isLast):
                body += bytes
                if body.count > BodyEdit.longest {
                    stream.abandon()
                    return end(.failure(BodyEditFailure.tooLong))
                }
                if isLast { return finish() }
            case .end: return finish()
            case .brokenOff: return end(.failure(UpstreamFailure.unwanted))
            case .nothing: return
            }
        }
    }

    private func finish() {
        // Nothing to replace anything in.
        if stream == nil, edit.content == nil { return end(.success((request, nil))) }
        do {
            var fields = request.head.fields
            let edited = try edit.applied(to: body, &fields)
            fields["Expect"] = nil
            let whole = BodyStream(capacity: edited.count)
            whole.write(edited)
            whole.end()
            end(.success((request.with(fields), edited.isEmpty ? nil : whole)))
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ result: Result<(ForwardedRequest, BodyStream?), any Error>) {
        let call = ended
        ended = { _ in }
        call(result)
    }
}
