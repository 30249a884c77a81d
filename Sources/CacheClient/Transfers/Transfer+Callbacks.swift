internal import CCurl
internal import LinuxIO
internal import Runs

/// What libcurl calls, on the loop's thread: each callback stamps, copies and returns. None of them throws across C:
/// what is wrong is noted and the transfer stopped by the return value.
extension Transfer {
    func setCallbacks(context: UnsafeMutableRawPointer?) {
        netlab_curl_set_sockopt(
            easy,
            { context, socket, _ in Transfer.from(context).socketOpened(socket) },
            context
        )
        netlab_curl_set_prerequest(
            easy,
            { context, _, _, _, _ in Transfer.from(context).connectionReady() },
            context
        )
        netlab_curl_set_debug(
            easy,
            { _, kind, _, size, context in Transfer.from(context).traced(kind, size) },
            context
        )
        // The trace is the only witness of the moment the request leaves.
        netlab_curl_set_long(easy, CURLOPT_VERBOSE, 1)
        netlab_curl_set_header(easy, { Transfer.from($3).headerLine($0, $1 * $2) }, context)
        netlab_curl_set_write(easy, { Transfer.from($3).bodyBytes($0, $1 * $2) }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // Retained by `start` until `end`, and libcurl calls only in between.
        Unmanaged<Transfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Before connect(2): once for each address that is tried, the first of which counts.
    private func socketOpened(_ socket: curl_socket_t) -> Int32 {
        if stamps.connectStart == nil || stamps.requestFirstByte != nil {
            stamps.beginAgain()
            stamps.connectStart = clock.now()
        }
        guard let name = request.settings.congestionControl else { return Int32(CURL_SOCKOPT_OK) }
        do {
            try SocketOption.setCongestion(socket, name)
            return Int32(CURL_SOCKOPT_OK)
        } catch {
            failure = FetchError(.local, "congestion control \(name) could not be set: \(error.reason)")
            return Int32(CURL_SOCKOPT_ERROR)
        }
    }

    /// Before the request is sent, on a new connection or on one that was there already.
    private func connectionReady() -> Int32 {
        let now = clock.now()
        stamps.beginAgain()
        stamps.ready = now
        if stamps.connectStart != nil { emit(.connected, at: now) }
        return Int32(CURL_PREREQFUNC_OK)
    }

    /// After send(2) took bytes of the request.
    private func traced(_ kind: curl_infotype, _ size: Int) -> Int32 {
        guard kind == CURLINFO_HEADER_OUT, size > 0 else { return 0 }
        let now = clock.now()
        stamps.requestLastByte = now
        guard stamps.requestFirstByte == nil else { return 0 }
        stamps.requestFirstByte = now
        emit(.requestSent, at: now)
        return 0
    }

    private func headerLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let now = clock.now()
        if stamps.responseFirstByte == nil {
            stamps.responseFirstByte = now
            emit(.firstByte, at: now)
        }
        // Where there is no body, the answer's last byte is its header's.
        stamps.responseLastByte = now
        guard let bytes else { return count }
        read(header: UnsafeRawBufferPointer(start: bytes, count: count))
        return failure == nil ? count : 0
    }

    /// Keeps the validator of the answer that is being read: an interim answer before it does not count.
    private func read(header: UnsafeRawBufferPointer) {
        if header.starts(with: "HTTP/".utf8) {
            etag = nil
            return
        }
        guard let colon = header.firstIndex(of: UInt8(ascii: ":")), colon == 4,
            String(decoding: header[..<colon], as: UTF8.self).lowercased() == "etag"
        else { return }
        let value = String(decoding: header[(colon + 1)...], as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { !$0.isWhitespace }
        etag = end.map { String(value[...$0]) }
    }

    private func bodyBytes(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let now = clock.now()
        guard let bytes, count > 0 else { return count }
        if body.isEmpty { reserve() }
        guard body.count + count <= request.settings.maximumBodySize else {
            let limit = request.settings.maximumBodySize
            failure = FetchError(.tooLarge, "the body is larger than the \(limit) bytes that are allowed")
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        stamps.responseLastByte = now
        if progress.count == Self.mostProgress { progress.removeLast() }
        progress.append(ExchangeRecord.Progress(at: now, bytes: body.count))
        emit(.progress, at: now, bytes: body.count)
        return count
    }

    /// Room for the whole body at once where its length is known, so that nothing is copied twice.
    private func reserve() {
        let length = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        guard length > 0 else { return }
        body.reserveCapacity(min(length, request.settings.maximumBodySize))
    }
}
