internal import CNghttp2
internal import HTTP
package import Wire

/// The common part of both ends of an HTTP/2 connection, over bytes: takes the other end's bytes and makes
/// frames for it. A session reads no clock and knows no socket. It belongs to one thread.
///
/// Bodies are pulled: frames are made only when asked for, and only as the other end's windows allow.
package class HTTP2Session {
    private static let endOfBody = UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)

    let raw: OpaquePointer
    let limits: HTTP2Limits
    private var resets: HTTP2Budget
    private var chatter: HTTP2Budget
    /// Instant of the bytes being received.
    private var now = Instant.zero
    /// Consecutive continuation frames.
    private var continuations = 0
    /// Messages whose fields are still arriving.
    private var assemblies: [HTTP2StreamID: FieldAssembly] = [:]
    /// While frames are made: the source of bodies, the output so far, and the target size.
    private var source: (any HTTP2BodySource)?
    private var made = FrameOutput()
    private var enough = 0
    /// The largest window of the other end for the connection, as seen before frames were made.
    private var largestWindow = 0
    /// Bytes of bodies that were handed out and not consumed. A stream may be closed while its bytes are
    /// still in use.
    private var unconsumed: [HTTP2StreamID: Int] = [:]
    /// Streams that have a head too large to be framed.
    private var unsendable: [HTTP2StreamID] = []
    /// Why this end gives the connection up, if the session decided that and not the library.
    private(set) var fault: (code: HTTP2ErrorCode, reason: String)?

    init(_ limits: HTTP2Limits, _ role: HTTP2Role) throws(HTTP2Error) {
        self.limits = limits
        resets = HTTP2Budget(limits.resets)
        chatter = HTTP2Budget(limits.chatter)
        raw = try SessionLibrary.makeSession(role)
        nghttp2_session_set_user_data(raw, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        nghttp2_session_del(raw)
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> HTTP2Session? {
        pointer.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The session is finished: it takes no input and has no output.
    package final var isOver: Bool { !wantsInput && !hasOutput }

    package final var wantsInput: Bool { nghttp2_session_want_read(raw) != 0 }

    /// There may be something to send. Bodies that are supplied later do not count.
    package final var hasOutput: Bool { nghttp2_session_want_write(raw) != 0 }

    /// Takes the other end's next bytes, which arrived at `now`. After an error the session has only its
    /// GOAWAY left to send.
    package func receive(_ bytes: ArraySlice<UInt8>, at now: Instant) throws(HTTP2Error) {
        self.now = now
        try read(bytes)
    }

    /// Gives the library bytes that arrived at the instant of the latest call of `receive`.
    final func read(_ bytes: ArraySlice<UInt8>) throws(HTTP2Error) {
        let taken = bytes.withUnsafeBufferPointer {
            nghttp2_session_mem_recv(raw, $0.baseAddress, $0.count)
        }
        guard taken >= 0 else {
            let fault = fault ?? (Self.code(for: taken), HTTP2Error.reason(taken))
            try fail(fault.code, fault.reason)
        }
    }

    final func fail(_ code: HTTP2ErrorCode, _ reason: String) throws(HTTP2Error) -> Never {
        fault = (code, reason)
        end(code)
        throw .connection(reason: reason)
    }

    /// Reports that the caller has used this many bytes of a message's body, so that the other end may send
    /// as many more. It may have to be told: check `hasOutput`. Call this for a closed stream, too, if its
    /// message was complete: its bytes occupy the connection's window.
    package final func consumed(_ count: Int, of stream: HTTP2StreamID) {
        guard count > 0, let rest = unconsumed[stream] else { return }
        let used = min(count, rest)
        unconsumed[stream] = used == rest ? nil : rest - used
        // Fails only without memory; the connection then stalls.
        _ = nghttp2_session_consume(raw, stream, used)
    }

    /// Nobody uses the rest of the received body.
    package final func consumeRest(of stream: HTTP2StreamID) {
        consumed(.max, of: stream)
    }

    /// The source has more of a body for which it had returned `later`.
    package final func resume(_ stream: HTTP2StreamID) {
        // Fails if nothing was deferred, and then nothing is needed.
        _ = nghttp2_session_resume_data(raw, stream)
    }

    package func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        // Fails only without memory; the stream then ends with the connection.
        _ = nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Announces that streams that the other end opens after `last` are ignored; those up to it continue.
    package final func goAway(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        _ = nghttp2_submit_goaway(raw, flags, last, code.rawValue, nil, 0)
    }

    /// Ends the connection: a last frame says why, and the other end's further input is ignored.
    package final func end(_ code: HTTP2ErrorCode) {
        _ = nghttp2_session_terminate_session(raw, code.rawValue)
    }

    /// Makes frames until there are about `enough` bytes of them or nothing may be sent now. The last frame
    /// may exceed that.
    package final func send(
        about enough: Int,
        from source: any HTTP2BodySource
    ) throws(HTTP2Error) -> HTTP2Output {
        self.source = source
        self.enough = enough
        defer { self.source = nil }
        largestWindow = max(largestWindow, Int(nghttp2_session_get_remote_window_size(raw)))
        while hasOutput, made.count < enough {
            var bytes: UnsafePointer<UInt8>?
            let before = made.count
            let count = nghttp2_session_mem_send(raw, &bytes)
            guard count >= 0 else {
                _ = made.take()
                throw .connection(reason: HTTP2Error.reason(count))
            }
            made.append(UnsafeBufferPointer(start: bytes, count: count))
            made.placeMark()
            giveUpUnsendable()
            if made.count == before { break }
        }
        return made.take()
    }

    /// What keeps data from being sent on a stream; nil if it may be sent.
    package final func closedWindow(for stream: HTTP2StreamID) -> HTTP2ClosedWindow? {
        if nghttp2_session_get_stream_remote_window_size(raw, stream) == 0 {
            let size = nghttp2_session_get_remote_settings(raw, NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE)
            return HTTP2ClosedWindow(isOfConnection: false, size: Int(size))
        }
        guard nghttp2_session_get_remote_window_size(raw) <= 0 else { return nil }
        return HTTP2ClosedWindow(isOfConnection: true, size: largestWindow)
    }

    // MARK: Input, for either end to interpret

    func didBeginFields(on stream: HTTP2StreamID, isRequest: Bool) {}

    /// A head or trailers are complete. `isWhole`: so is the message.
    func didReceiveFields(_ fields: FieldAssembly, on stream: HTTP2StreamID, isRequest: Bool, isWhole: Bool) {
    }

    func didReceiveData(_ bytes: [UInt8], on stream: HTTP2StreamID) {
        unconsumed[stream, default: 0] += bytes.count
    }

    /// The message has ended with its data, without trailers.
    func dataEnded(on stream: HTTP2StreamID) {}

    func didReceiveSettings() {}

    func didReceiveFarewell(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {}

    func farewellMade(_ code: HTTP2ErrorCode, reason: String) {}

    /// A head on that stream is too large for a frame.
    func cannotFrame(_ stream: HTTP2StreamID) {
        unsendable.append(stream)
    }

    func streamClosed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        assemblies[stream] = nil
    }

    // MARK: Input, as the library reports it while it reads

    /// Returning false ends the connection, with a fault that says why.
    func mayBegin(_ header: nghttp2_frame_hd) -> Bool {
        let isContinuation = header.type == UInt8(NGHTTP2_CONTINUATION.rawValue)
        continuations = isContinuation ? continuations + 1 : 0
        guard continuations > limits.continuations else { return true }
        return refuse(
            .enhanceYourCalm,
            "a message's fields continue in more than \(limits.continuations) frames"
        )
    }

    final func refuse(_ code: HTTP2ErrorCode, _ reason: String) -> Bool {
        fault = (code, reason)
        return false
    }

    final func fieldsBegin(_ frame: UnsafePointer<nghttp2_frame>) {
        let stream = netlab_h2_header(frame).stream_id
        assemblies[stream] = FieldAssembly(limit: limits.fieldList)
        didBeginFields(on: stream, isRequest: frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST)
    }

    /// False ends the connection: the fields would take longer to read than to send.
    final func field(
        _ frame: UnsafePointer<nghttp2_frame>,
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let stream = netlab_h2_header(frame).stream_id
        assemblies[stream]?.add(name, value)
        guard assemblies[stream]?.isBomb == true else { return true }
        return refuse(.enhanceYourCalm, "a message's fields are many times longer than \(limits.fieldList) B")
    }

    final func didReceiveFrame(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = netlab_h2_header(frame)
        let isWhole = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS:
            guard let fields = assemblies.removeValue(forKey: header.stream_id) else { return }
            let isRequest = frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
            // To read it was as much work as for a stream that is reset.
            if fields.isOversized { countReset() }
            didReceiveFields(fields, on: header.stream_id, isRequest: isRequest, isWhole: isWhole)
        case NGHTTP2_DATA:
            // A stream ends once.
            if header.length == 0, !isWhole { countChatter() }
            if isWhole { dataEnded(on: header.stream_id) }
        case NGHTTP2_RST_STREAM: countReset()
        case NGHTTP2_GOAWAY:
            let farewell = frame.pointee.goaway
            didReceiveFarewell(HTTP2ErrorCode(rawValue: farewell.error_code), last: farewell.last_stream_id)
        case NGHTTP2_SETTINGS:
            countChatter()
            if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { didReceiveSettings() }
        case NGHTTP2_WINDOW_UPDATE: break
        default: countChatter()
        }
    }

    /// The other end reset a stream, or caused the session to do so. Either way the work was wasted, and no
    /// limit on concurrent streams prevents that.
    final func countReset() {
        guard !resets.spend(at: now) else { return }
        _ = refuse(.enhanceYourCalm, "too many streams were reset")
        end(.enhanceYourCalm)
    }

    final func countChatter() {
        guard !chatter.spend(at: now) else { return }
        _ = refuse(.enhanceYourCalm, "too many frames were empty")
        end(.enhanceYourCalm)
    }

    // MARK: Output, as the library asks for it while it makes frames

    static let readBody: nghttp2_data_source_read_callback = { _, stream, _, count, flags, _, session in
        guard let flags, let session = HTTP2Session.from(session) else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        return session.nextPiece(of: stream, atMost: count, &flags.pointee)
    }

    /// Asks the source. Its piece waits in `made` until the frame's header is known: the bytes are copied
    /// once.
    private func nextPiece(of stream: HTTP2StreamID, atMost count: Int, _ flags: inout UInt32) -> Int {
        guard let source else { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        flags |= UInt32(NGHTTP2_DATA_FLAG_NO_COPY.rawValue)
        switch source.piece(of: stream, atMost: count) {
        case .bytes(let bytes, let isLast):
            made.piece = bytes.prefix(count)
            if isLast, made.piece.count == bytes.count { flags |= Self.endOfBody }
            return made.piece.count
        case .trailers(let fields):
            made.piece = []
            flags |= Self.endOfBody | UInt32(NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue)
            return submit(trailers: fields, on: stream)
        case .later: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .reset(let code):
            reset(stream, code)
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
    }

    /// The library's result: 0 on success.
    private func submit(trailers: HTTPFields, on stream: HTTP2StreamID) -> Int {
        let code = FieldBlock(trailers: trailers).withEntries { entries, count in
            nghttp2_submit_trailer(raw, stream, entries, count)
        }
        return code == 0 ? 0 : Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }

    final func frameData(_ header: UnsafePointer<UInt8>) -> Int32 {
        made.appendData(header)
        return made.count < enough ? 0 : NGHTTP2_ERR_PAUSE.rawValue
    }

    final func frameMade(_ frame: UnsafePointer<nghttp2_frame>) {
        made.frameMade(frame)
        guard netlab_h2_header(frame).type == UInt8(NGHTTP2_GOAWAY.rawValue) else { return }
        let farewell = frame.pointee.goaway
        let text = UnsafeBufferPointer(start: farewell.opaque_data, count: farewell.opaque_data_len)
        farewellMade(
            HTTP2ErrorCode(rawValue: farewell.error_code),
            reason: fault?.reason ?? HTTPText.string(Array(text)[...])
        )
    }

    private func giveUpUnsendable() {
        for stream in unsendable { reset(stream, .internalError) }
        unsendable = []
    }

    // MARK: Codes

    /// A body that the library asks the source for, if there is one.
    static func withProvider<Result>(
        _ hasBody: Bool,
        _ body: (UnsafePointer<nghttp2_data_provider>?) -> Result
    ) -> Result {
        guard hasBody else { return body(nil) }
        var provider = nghttp2_data_provider(source: nghttp2_data_source(fd: 0), read_callback: readBody)
        return body(&provider)
    }

    final func greet(_ settings: [nghttp2_settings_entry]) throws(HTTP2Error) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let window = Int32(clamping: limits.connectionWindow ?? limits.window)
        guard nghttp2_submit_settings(raw, flags, settings, settings.count) == 0,
            nghttp2_session_set_local_window_size(raw, flags, 0, window) == 0
        else { throw .cannotMake(what: "an HTTP/2 session", reason: "it refuses its settings") }
    }

    static func setting(_ name: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
        nghttp2_settings_entry(settings_id: Int32(name.rawValue), value: UInt32(clamping: value))
    }

    static func check(_ code: Int32, _ what: String, _ stream: HTTP2StreamID) throws(HTTP2Error) {
        guard code == 0 else {
            throw .cannotSend(what: what, stream: stream, reason: HTTP2Error.reason(Int(code)))
        }
    }

    /// Error code for the other end if the library gives up on its input.
    private static func code(for failure: Int) -> HTTP2ErrorCode {
        switch failure {
        case Int(NGHTTP2_ERR_FLOODED.rawValue): .enhanceYourCalm
        case Int(NGHTTP2_ERR_NOMEM.rawValue), Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue): .internalError
        default: .protocolError
        }
    }
}
