internal import CCurl
internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// What libcurl calls, on the loop's thread: each callback stamps, copies and returns. None of them throws across C:
/// what is wrong is noted and the transfer stopped by the return value.
extension Transfer {
    /// Of a handle, once: `context` is the `TransferHandle` that holds whichever transfer it carries out.
    static func setCallbacks(
        of easy: UnsafeMutableRawPointer,
        isTraced: Bool,
        context: UnsafeMutableRawPointer
    ) {
        netlab_curl_set_sockopt(
            easy,
            { context, socket, _ in
                Transfer.at(context, else: Int32(CURL_SOCKOPT_ERROR)) { $0.socketOpened(socket) }
            },
            context
        )
        netlab_curl_set_prerequest(
            easy,
            { context, address, _, port, localPort in
                Transfer.at(context, else: Int32(CURL_PREREQFUNC_ABORT)) {
                    $0.connectionReady(address, port, localPort)
                }
            },
            context
        )
        if isTraced {
            netlab_curl_set_debug(
                easy,
                { _, kind, bytes, size, context in
                    Transfer.at(context, else: 0) { $0.traced(kind, bytes, size) }
                },
                context
            )
        }
        netlab_curl_set_header(
            easy,
            { bytes, size, count, context in
                Transfer.at(context, else: 0) { $0.headerLine(bytes, size * count) }
            },
            context
        )
        netlab_curl_set_write(
            easy,
            { bytes, size, count, context in
                Transfer.at(context, else: 0) { $0.bodyBytes(bytes, size * count) }
            },
            context
        )
    }

    @inline(__always)
    private static func at<Result>(
        _ context: UnsafeMutableRawPointer?,
        else nobody: Result,
        _ body: (Transfer) -> Result
    ) -> Result {
        // libcurl calls only while the handle is there, and the transfer is retained by it for as long as it is carried.
        let handle = Unmanaged<TransferHandle>.fromOpaque(context.unsafelyUnwrapped)
        return handle._withUnsafeGuaranteedRef { $0.carried?._withUnsafeGuaranteedRef(body) ?? nobody }
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
    private func connectionReady(
        _ address: UnsafePointer<CChar>?,
        _ port: Int32,
        _ localPort: Int32
    ) -> Int32 {
        let now = clock.now()
        stamps.beginAgain()
        stamps.ready = now
        attempts += 1
        let connection = ConnectionKey(
            localPort: Int(localPort),
            address: address.map { String(cString: $0) } ?? "",
            port: Int(port)
        )
        let isNewConnection = self.isNewConnection
        if joinsConnection, isNewConnection {
            hasLostConnection = true
            return Int32(CURL_PREREQFUNC_ABORT)
        }
        self.connection = connection
        if isNewConnection { book.opened(connection) }
        agreement = request.endpoint.isSecure ? ConnectionAgreement(easy) : nil
        stream = nil
        let sharesNow = request.maySpeakHTTP2 && (!request.endpoint.isSecure || speaksHTTP2)
        book.ready(host, isShared: sharesNow, before: isShared)
        isShared = sharesNow
        if stamps.connectStart != nil { emit(.connected, at: now) }
        // The request leaves next.
        if !handle.isTraced { requestSent(at: now) }
        return Int32(CURL_PREREQFUNC_OK)
    }

    private var speaksHTTP2: Bool { agreement?.applicationProtocol == "h2" }

    /// After send(2) took bytes of the request, and where libcurl says what it does.
    private func traced(_ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int32 {
        guard size > 0 else { return 0 }
        if kind == CURLINFO_TEXT, isShared == true, let bytes {
            readStream(UnsafeRawBufferPointer(start: bytes, count: size))
        }
        if kind == CURLINFO_HEADER_OUT { requestSent(at: clock.now()) }
        return 0
    }

    /// All of it so far, if it goes in several pieces.
    private func requestSent(at now: Instant) {
        stamps.requestLastByte = now
        guard stamps.requestFirstByte == nil else { return }
        stamps.requestFirstByte = now
        if let connection { order = book.takeOrder(on: connection) }
        // A client opens the odd streams, in the order of its requests.
        if isShared == true, stream == nil { stream = 2 * order + 1 }
        emit(.requestSent, at: now)
    }

    /// libcurl tells a request's stream in words alone, and not every version in these.
    private func readStream(_ text: UnsafeRawBufferPointer) {
        let words = "Using Stream ID: ".utf8
        guard text.starts(with: words) else { return }
        let digits = text.dropFirst(words.count).prefix { (0x30...0x39).contains($0) }
        stream = Int(String(decoding: digits, as: UTF8.self))
    }

    /// A head's first line and the empty one behind it are what is stamped, and each line behind a body.
    private func headerLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        if stamps.responseFirstByte == nil || HeadLines.isEnd(line) || !incoming.bytes.isEmpty {
            let now = clock.now()
            if stamps.responseFirstByte == nil {
                stamps.responseFirstByte = now
                emit(.firstByte, at: now)
            }
            // Where there is no body, the answer's last byte is its header's.
            stamps.responseLastByte = now
        }
        read(header: line)
        return failure == nil ? count : 0
    }

    private func bodyBytes(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, count > 0 else { return count }
        if incoming.bytes.isEmpty {
            incoming.expect(offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T), atMost: room)
        }
        let (piece, clock) = (UnsafeRawBufferPointer(start: bytes, count: count), clock)
        guard let moment = incoming.take(piece, at: clock.now()) else {
            let limit = request.settings.maximumBodySize
            failure = FetchError(.tooLarge, "the body is larger than the \(limit) bytes that are allowed")
            return 0
        }
        stamps.responseLastByte = moment
        if handle.isTraced { emit(.progress, at: moment, bytes: incoming.bytes.count) }
        if let report, let soFar { report(soFar) }
        return count
    }

    /// nil before anything of the body is here.
    var soFar: TransferProgress? {
        guard !incoming.bytes.isEmpty else { return nil }
        let length = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return TransferProgress(
            received: heldBefore + incoming.bytes.count,
            expected: length > 0 ? heldBefore + length : nil
        )
    }
}
