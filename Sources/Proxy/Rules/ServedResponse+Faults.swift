import Forwarding
import HTTP
import LinuxIO
import Serving

extension ServedResponse {
    /// Bytes without meaning, in place of something else.
    private static let garbage = 256
    /// What the head announces of a body whose length is unknown: more than any that comes.
    private static let longest = 1 << 40

    /// A fault in a response's place.
    static func fault(_ kind: ResponseFault.Kind, by rule: String) -> ServedResponse {
        let page = proxyPage(502, "a fault by \(rule)")
        func ending(_ ending: ResponseEnding) -> ServedResponse {
            var response = page
            response.course.ending = ending
            return response
        }
        var random = SystemRandomNumberGenerator()
        let noise = (0..<garbage).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let start = Array("HTTP/1.1 200 OK\r\n".utf8)
        switch kind {
        case .connectionReset: return ending(.reset(.start))
        case .http2GoAway: return ending(.goAway(.start))
        case .http2StreamReset: return ending(.streamReset(.start))
        case .malformedResponseChunk:
            // The bytes after the head do not begin with a digit of a chunk's size.
            return bare(start + Array("Transfer-Encoding: chunked\r\n\r\n?".utf8) + noise, status: 200)
        case .garbageHeader:
            // Letters without a colon: no field, however lenient the reader.
            let letters = noise.map { $0 % 26 + UInt8(ascii: "a") }
            return bare(start + letters + Array("\r\n\r\n".utf8), status: 200)
        case .randomDataThenClose:
            // It does not begin with a letter of a version.
            return bare([0] + noise)
        case .emptyResponse, .truncate, .stall, .chunkedDribbleDelay, .slowClose, .wrongContentLength,
            .corruptBody, .neverAccept:
            return ending(.close(.start))
        }
    }

    /// The response with a rule's fault in it.
    func spoiled(by fault: ResponseFault) -> ServedResponse {
        guard head.allowsContent else { return self }
        var response = self
        let half = ResponseMark.content(fault.after ?? (length ?? 0) / 2)
        switch fault.kind {
        case .connectionReset: response.course.ending = .reset(half)
        case .http2GoAway: response.course.ending = .goAway(half)
        case .http2StreamReset: response.course.ending = .streamReset(half)
        case .truncate: response.course.ending = .close(half)
        case .stall: response.course.ending = .stall(half)
        case .slowClose: response.course.ending = .slowClose(fault.lasting ?? 0)
        case .chunkedDribbleDelay: return dribbled(fault)
        case .wrongContentLength: response.promise(fault.excess ?? 0)
        case .corruptBody: return corrupted()
        case .emptyResponse, .malformedResponseChunk, .randomDataThenClose, .garbageHeader, .neverAccept:
            break
        }
        return response
    }

    /// Of the content; nil if it is unknown.
    private var length: Int? {
        stream == nil ? body.count : head.fields["Content-Length"].flatMap { Int($0) }
    }

    /// A few chunks; the last is sent at the end of the time.
    private func dribbled(_ fault: ResponseFault) -> ServedResponse {
        guard let content else { return self }
        let chunks = max(1, fault.chunks ?? 1)
        let size = max(1, ((length ?? chunks * BodyStream.usualCapacity) + chunks - 1) / chunks)
        let pauses = length.map { max(1, ($0 + size - 1) / size - 1) } ?? max(1, chunks - 1)
        var (head, course) = (head, course)
        head.fields["Content-Length"] = nil
        course.pieces = PacedPieces(size: size, pause: (fault.lasting ?? 0) / Int64(pauses))
        return ServedResponse(head: head, stream: content, course: course)
    }

    /// The length is wrong, and the connection ends after the content.
    private mutating func promise(_ excess: Int) {
        head.fields["Content-Length"] = String((length ?? Self.longest) + excess)
        if let stream {
            self = ServedResponse(head: head, stream: stream, course: course)
        } else {
            framing = .length
            course.ending = .close(.content(body.count))
        }
    }

    private func corrupted() -> ServedResponse {
        guard let content else { return self }
        var head = head
        if let length { head.fields["Content-Length"] = String(length) }
        return ServedResponse(head: head, stream: CorruptedBody(of: content).stream, course: course)
    }

    /// The content as a stream; nil if it cannot be read.
    private var content: BodyStream? {
        stream ?? (try? body.bytes()).map { .whole($0) }
    }
}

extension ExchangePlan? {
    /// The response as its client gets it, with the fault of a rule.
    func spoil(_ response: ServedResponse) -> ServedResponse {
        self?.fault.map { response.spoiled(by: $0) } ?? response
    }
}
