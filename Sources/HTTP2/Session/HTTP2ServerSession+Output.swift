internal import CNghttp2
import HTTP

/// What goes, as the library asks for it while it makes frames.
extension HTTP2ServerSession {
    private static let endOfBody = UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)

    static let readBody: nghttp2_data_source_read_callback = { _, stream, _, count, flags, _, session in
        guard let flags, let session = HTTP2ServerSession.from(session) else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        return session.nextPiece(of: stream, atMost: count, &flags.pointee)
    }

    /// Asks the source. What it gives waits in `piece` until the frame's header is known: the bytes are copied once.
    private func nextPiece(of stream: HTTP2StreamID, atMost count: Int, _ flags: inout UInt32) -> Int {
        guard let source else { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        flags |= UInt32(NGHTTP2_DATA_FLAG_NO_COPY.rawValue)
        switch source.piece(of: stream, atMost: count) {
        case .bytes(let bytes, let isLast):
            piece = bytes.prefix(count)
            if isLast, piece.count == bytes.count { flags |= Self.endOfBody }
            return piece.count
        case .trailers(let fields):
            piece = []
            flags |= Self.endOfBody | UInt32(NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue)
            return submit(trailers: fields, on: stream)
        case .later: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .reset(let code):
            reset(stream, code)
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
    }

    /// A DATA frame's turn: its header, then the piece. Frames are not padded, since nobody asks for padding.
    func frameData(_ frame: UnsafePointer<nghttp2_frame>, _ header: UnsafePointer<UInt8>) -> Int32 {
        output.bytes += UnsafeBufferPointer(start: header, count: 9)
        output.bytes += piece
        piece = []
        return output.bytes.count < enough ? 0 : NGHTTP2_ERR_PAUSE.rawValue
    }

    /// Of data all bytes are in the output already; of any other frame the last ones are about to be.
    func frameMade(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = netlab_h2_header(frame)
        var mark = HTTP2Output.Mark(
            stream: header.stream_id,
            content: .fields,
            range: frameStart..<output.bytes.count,
            isLast: header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        )
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_DATA:
            mark.content = .data(header.length)
            frameStart = output.bytes.count
            output.marks.append(mark)
            return
        case NGHTTP2_HEADERS: madeMark = mark
        case NGHTTP2_RST_STREAM:
            mark.content = .reset(HTTP2ErrorCode(rawValue: netlab_h2_reset_code(frame)))
            mark.isLast = true
            madeMark = mark
        default: madeMark = nil
        }
        hasMadeFrame = true
    }

    /// The bytes of the frame that was made are in the output now.
    func placeMark() {
        guard hasMadeFrame else { return }
        hasMadeFrame = false
        if var mark = madeMark {
            mark.range = frameStart..<output.bytes.count
            output.marks.append(mark)
        }
        frameStart = output.bytes.count
    }
}
