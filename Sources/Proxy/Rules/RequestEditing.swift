import Forwarding
import HTTP
import Serving

/// Edits a request's body before the request goes out.
enum RequestEditing {
    typealias Outcome = Result<(ForwardedRequest, BodyStream?), BodyEditFailure>

    /// Calls `ended` once, unless the client breaks off: with the request and its body, or with why it cannot be
    /// sent. On the loop's thread.
    static func edit(
        _ request: ForwardedRequest,
        _ stream: BodyStream?,
        by edit: BodyEdit,
        ended: @escaping (Outcome) -> Void
    ) {
        guard edit.content == nil else {
            stream?.abandon()
            return ended(edited(request, [], edit))
        }
        // Without a body there is nothing to replace anything in.
        guard let stream else { return ended(.success((request, nil))) }
        BodyCollection.collect(stream, atMost: BodyEdit.longest) { outcome in
            switch outcome {
            case .tooLong: ended(.failure(.tooLong))
            case .whole(let body, _): ended(edited(request, body, edit))
            }
        }
    }

    private static func edited(_ request: ForwardedRequest, _ body: [UInt8], _ edit: BodyEdit) -> Outcome {
        Result { () throws(BodyEditFailure) in
            var fields = request.head.fields
            let edited = try edit.applied(to: body, &fields)
            fields["Expect"] = nil
            return (request.with(fields), edited.isEmpty ? nil : .whole(edited))
        }
    }
}
