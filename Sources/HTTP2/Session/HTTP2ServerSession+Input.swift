internal import CNghttp2
import HTTP
import Wire

/// What came, as the library tells it while it reads.
extension HTTP2ServerSession {
    /// False where fields go on in more frames than anyone needs.
    func mayBegin(_ header: nghttp2_frame_hd) -> Bool {
        let isContinuation = header.type == UInt8(NGHTTP2_CONTINUATION.rawValue)
        continuations = isContinuation ? continuations + 1 : 0
        return continuations <= limits.continuations
    }

    func fieldsBegin(_ frame: UnsafePointer<nghttp2_frame>) {
        let stream = netlab_h2_header(frame).stream_id
        assemblies[stream] = RequestAssembly(limit: limits.fieldList)
        if frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST { events.append(.began(stream)) }
    }

    func field(
        _ frame: UnsafePointer<nghttp2_frame>,
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>
    ) {
        let stream = netlab_h2_header(frame).stream_id
        guard let assembly = assemblies[stream], !assembly.isOversized else { return }
        assemblies[stream]?.add(name: Array(name)[...], value: Array(value)[...])
    }

    func frameCame(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = netlab_h2_header(frame)
        let isWhole = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS:
            guard let assembly = assemblies.removeValue(forKey: header.stream_id) else { return }
            if frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
                requestCame(assembly, on: header.stream_id, isWhole: isWhole)
            } else {
                // The library has refused those that do not end the stream.
                events.append(.bodyEnd(header.stream_id, assembly.fields))
            }
        case NGHTTP2_DATA:
            if header.length == 0 { countChatter() }
            if isWhole { events.append(.bodyEnd(header.stream_id, HTTPFields())) }
        case NGHTTP2_RST_STREAM: countReset()
        case NGHTTP2_GOAWAY:
            events.append(.goAway(HTTP2ErrorCode(rawValue: frame.pointee.goaway.error_code)))
        case NGHTTP2_WINDOW_UPDATE: break
        default: countChatter()
        }
    }

    func streamClosed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        assemblies[stream] = nil
        events.append(.closed(stream, code))
    }

    /// The client gave a stream up, or sent what made the session do so: either way its work was for nothing, and no
    /// limit on streams at a time holds that back.
    func countReset() {
        if !resets.spend(at: now) { end(.enhanceYourCalm) }
    }

    private func countChatter() {
        if !chatter.spend(at: now) { end(.enhanceYourCalm) }
    }

    private func requestCame(_ assembly: RequestAssembly, on stream: HTTP2StreamID, isWhole: Bool) {
        if assembly.isOversized {
            events.append(.oversized(stream, isWhole: isWhole))
        } else {
            events.append(.request(stream, assembly.head, isWhole: isWhole))
        }
    }
}
