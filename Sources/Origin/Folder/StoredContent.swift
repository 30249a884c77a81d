import HTTP
import Serving
import Wire

/// One state of something that lies ready, to be sent whole or in parts.
struct StoredContent: Sendable {
    var bytes: ServedBody.Piece
    var mediaType: String
    var validators: Validators
    /// Such as `Content-Encoding`; in 304 only what names what the answer hangs on.
    var encoding: String?
    var varies = false

    /// Answers GET and HEAD by the request's conditions and ranges.
    func response(to request: HTTPRequestHead, now: HTTPDate) -> ServedResponse {
        switch Preconditions(request.fields, now: now).outcome(of: request.method, on: validators) {
        case .notModified: return ServedResponse(head: HTTPResponseHead(status: 304, fields: stateFields))
        case .failed: return .text(412, "the file is in another state than the request is meant for\n")
        case .proceed(let honoursRange):
            guard honoursRange, let ranges = RequestedRanges(request.fields) else { return whole }
            switch ranges.selection(of: bytes.count) {
            case .whole: return whole
            case .unsatisfiable: return unsatisfiable
            case .parts(let places): return places.count == 1 ? part(places[0]) : parts(places, now)
            }
        }
    }

    private var stateFields: HTTPFields {
        var fields = HTTPFields()
        if let tag = validators.tag { fields.append("ETag", tag.description) }
        if let date = validators.lastModified { fields.append("Last-Modified", date.description) }
        if varies { fields.append("Vary", "Accept-Encoding") }
        return fields
    }

    private func head(_ status: Int, type: String? = nil, length: Int) -> HTTPResponseHead {
        var head = HTTPResponseHead(status: status)
        head.fields.append("Content-Type", type ?? mediaType)
        head.fields.append("Content-Length", String(length))
        if let encoding { head.fields.append("Content-Encoding", encoding) }
        for field in stateFields { head.fields.append(field.name, field.value) }
        return head
    }

    private var whole: ServedResponse {
        var head = head(200, length: bytes.count)
        head.fields.append("Accept-Ranges", "bytes")
        var body = ServedBody()
        body.append(bytes)
        return ServedResponse(head: head, body: body)
    }

    private func part(_ place: Range<Int>) -> ServedResponse {
        var head = head(206, length: place.count)
        head.fields.append("Content-Range", ContentRange(place, of: bytes.count).description)
        var body = ServedBody()
        body.append(bytes.part(from: place.lowerBound, atMost: place.count))
        return ServedResponse(head: head, body: body)
    }

    private func parts(_ places: [Range<Int>], _ now: HTTPDate) -> ServedResponse {
        // The tag is as good as random for who does not know the file system.
        let seed = ContentDigest.of(Array("\(validators.tag?.opaque ?? "")\(now.secondsSince1970)".utf8))
        let frame = MultipartRanges(places, of: bytes.count, mediaType: mediaType, seed: seed)
        var body = ServedBody()
        for part in frame.parts {
            body.append(part.head)
            body.append(bytes.part(from: part.place.lowerBound, atMost: part.place.count))
        }
        body.append(frame.end)
        return ServedResponse(
            head: head(206, type: frame.contentType, length: frame.contentLength),
            body: body
        )
    }

    private var unsatisfiable: ServedResponse {
        var response = ServedResponse.text(416, "the file has \(bytes.count) bytes\n")
        response.head.fields.append("Content-Range", ContentRange(unsatisfiedOf: bytes.count).description)
        return response
    }
}
