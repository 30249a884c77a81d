internal import CNghttp2

/// The frames that a session is making, and their meaning: the library reports a frame and hands over its
/// bytes at different moments.
struct FrameOutput {
    private(set) var output = HTTP2Output()
    /// The piece that the library has asked for and not yet framed.
    var piece: ArraySlice<UInt8> = []
    /// Offset in the output of the frame being made.
    private var frameStart = 0
    /// The library has made a frame whose last bytes are not in the output yet, and the frame's meaning, if
    /// it has one.
    private var hasMadeFrame = false
    private var madeMark: HTTP2Output.Mark?

    var count: Int { output.bytes.count }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        output.bytes += bytes
    }

    /// Appends a DATA frame: its header, then the piece. Frames are not padded, since nobody asks for
    /// padding.
    mutating func appendData(_ header: UnsafePointer<UInt8>) {
        output.bytes += UnsafeBufferPointer(start: header, count: 9)
        output.bytes += piece
        piece = []
    }

    /// For data, all bytes are in the output already; for any other frame, the last ones follow.
    mutating func frameMade(_ frame: UnsafePointer<nghttp2_frame>) {
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

    /// The bytes of the made frame are in the output now.
    mutating func placeMark() {
        guard hasMadeFrame else { return }
        hasMadeFrame = false
        if var mark = madeMark {
            mark.range = frameStart..<output.bytes.count
            output.marks.append(mark)
        }
        frameStart = output.bytes.count
    }

    /// Returns the output so far and begins the next one.
    mutating func take() -> HTTP2Output {
        defer {
            output = HTTP2Output()
            frameStart = 0
        }
        return output
    }
}
