import HTTP
import LinuxIO
import Scenarios
import Serving

/// Applies a fault to the responses that meet it.
enum FaultStep {
    /// Meaningless bytes, sent in place of something else.
    private static let garbage = 256
    /// One wrong bit for this many bytes, and at least one.
    private static let bytesPerBitError = 10_000

    static func spoil(_ response: inout ServedResponse, _ inquiry: Inquiry) {
        guard let fault = inquiry.behaviour.fault.value, applies(fault, inquiry) else { return }
        let half = ResponseMark.content(fault.after ?? response.body.count / 2)
        let early = fault.after.map { ResponseMark.content($0) } ?? .start
        switch fault.kind {
        case .emptyResponse: response.course.ending = .close(.start)
        case .connectionReset: response.course.ending = .reset(early)
        case .http2GoAway: response.course.ending = .goAway(early)
        case .http2StreamReset: response.course.ending = .streamReset(early)
        case .truncate: response.course.ending = .close(half)
        case .stall: response.course.ending = .stall(half)
        case .slowClose: response.course.ending = .slowClose(fault.lasting ?? 0)
        case .chunkedDribbleDelay: dribble(&response, fault)
        case .wrongContentLength: promise(&response, fault)
        case .corruptBody: response.body = corrupted(response.body, inquiry.draws)
        case .malformedResponseChunk, .randomDataThenClose, .garbageHeader:
            replace(&response, fault, inquiry.draws)
        // A client that is never accepted never asks.
        case .neverAccept: break
        }
    }

    private static func applies(_ fault: ResponseFault, _ inquiry: Inquiry) -> Bool {
        if let first = fault.first, inquiry.number >= first { return false }
        return fault.probability >= 1 || inquiry.draws.fraction(.fault) < fault.probability
    }

    /// A few chunks; the last is sent at the end of the time.
    private static func dribble(_ response: inout ServedResponse, _ fault: ResponseFault) {
        let chunks = max(1, fault.chunks ?? 1)
        let size = max(1, (response.body.count + chunks - 1) / chunks)
        let pauses = max(1, (response.body.count + size - 1) / size - 1)
        response.head.fields["Content-Length"] = nil
        response.framing = .chunked(size: size)
        response.course.pieces = PacedPieces(size: size, pause: (fault.lasting ?? 0) / Int64(pauses))
    }

    private static func promise(_ response: inout ServedResponse, _ fault: ResponseFault) {
        let promised = response.body.count + (fault.excess ?? 0)
        response.head.fields["Content-Length"] = String(promised)
        response.framing = .length
        response.course.ending = .close(.content(response.body.count))
    }

    /// Flips bits at drawn places and leaves everything else unchanged.
    private static func corrupted(_ body: ServedBody, _ draws: ResponseDraws) -> ServedBody {
        guard var bytes = try? body.bytes(), !bytes.isEmpty else { return body }
        for number in 0...bytes.count / bytesPerBitError {
            let bit = draws.index(.corruption, number, below: bytes.count * 8)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        return ServedBody(bytes)
    }

    /// Sends bytes that are no HTTP response; the time stays.
    private static func replace(
        _ response: inout ServedResponse,
        _ fault: ResponseFault,
        _ draws: ResponseDraws
    ) {
        let noise = draws.bytes(garbage)
        var bytes: [UInt8] = []
        switch fault.kind {
        case .malformedResponseChunk:
            var head = response.head
            head.fields["Content-Length"] = nil
            head.fields["Transfer-Encoding"] = "chunked"
            // The bytes after the head do not begin with a digit of a chunk size.
            bytes = head.serialised() + [UInt8(ascii: "?")] + noise
        case .garbageHeader:
            let start = "HTTP/1.1 \(response.head.status) \(response.head.reason)\r\n"
            // Letters without a colon: no field, however lenient the reader.
            bytes = Array(start.utf8) + noise.map { $0 % 26 + UInt8(ascii: "a") } + Array("\r\n\r\n".utf8)
        default:
            // It does not begin with a letter of a version.
            bytes = [0] + noise
        }
        let course = response.course
        response = .bare(bytes, status: response.head.status)
        response.course = course
        response.course.pieces = nil
    }
}
