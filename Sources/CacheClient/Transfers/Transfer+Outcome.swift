internal import CCurl
internal import Logs
internal import Wire

extension Transfer {
    /// What libcurl counted, asked once.
    private struct Amounts {
        var sent: Int
        var header: Int
        var body: Int
        var lookUp: Duration
        var httpVersion: String
        var isNewConnection: Bool
    }

    /// What came of the transfer, once libcurl is done with it.
    func outcome(_ code: CURLcode) -> TransferOutcome {
        let received = number(CURLINFO_RESPONSE_CODE)
        status = received > 0 ? received : nil
        let lookedUp = offset(CURLINFO_NAMELOOKUP_TIME_T)
        stamps.nameLookup = Nanoseconds(lookedUp) * 1000
        let isNewConnection = self.isNewConnection
        stamps.handshake = isNewConnection ? handshake : 0
        let amounts = Amounts(
            sent: number(CURLINFO_REQUEST_SIZE),
            header: number(CURLINFO_HEADER_SIZE),
            body: offset(CURLINFO_SIZE_DOWNLOAD_T),
            lookUp: .microseconds(lookedUp),
            httpVersion: httpVersion,
            isNewConnection: isNewConnection
        )
        var failure = failure ?? reason(code)
        let exchange = failure == nil ? exchange(amounts) : nil
        if failure == nil, exchange == nil {
            failure = FetchError(.malformed, "the exchange with \(request.url) left no trace")
        }
        return TransferOutcome(
            status: status,
            fields: head.fields,
            body: body,
            stamps: stamps,
            exchange: exchange,
            metrics: metrics(amounts),
            failure: failure
        )
    }

    /// True where what comes is the image that was asked for, and not what an origin says instead.
    var isOfImage: Bool { number(CURLINFO_RESPONSE_CODE) == 200 }

    var isNewConnection: Bool { number(CURLINFO_NUM_CONNECTS) > 0 }

    /// Of a connection of this transfer's own; 0 where there was none, or it did not come to its end.
    private var handshake: Nanoseconds {
        guard request.endpoint.isSecure else { return 0 }
        let (connected, agreed) = (offset(CURLINFO_CONNECT_TIME_T), offset(CURLINFO_APPCONNECT_TIME_T))
        return agreed > connected ? Nanoseconds(agreed - connected) * 1000 : 0
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        netlab_curl_get_offset(easy, info, &value)
        return Int(value)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        netlab_curl_get_long(easy, info, &value)
        return value
    }

    private var httpVersion: String {
        switch number(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
        default: "HTTP/1.1"
        }
    }

    private func metrics(_ amounts: Amounts) -> TransferMetrics? {
        guard let status else { return nil }
        func duration(_ info: CURLINFO) -> Duration { .microseconds(offset(info)) }
        let isNew = amounts.isNewConnection
        let lookedUp = isNew ? amounts.lookUp : .zero
        let connected = isNew ? max(lookedUp, duration(CURLINFO_CONNECT_TIME_T)) : .zero
        return TransferMetrics(
            url: request.url,
            status: status,
            httpVersion: amounts.httpVersion,
            isConnectionReused: !isNew,
            nameLookup: lookedUp,
            connect: connected - lookedUp,
            encryption: .nanoseconds(stamps.handshake),
            firstByte: duration(CURLINFO_STARTTRANSFER_TIME_T),
            total: duration(CURLINFO_TOTAL_TIME_T),
            sentBytes: amounts.sent,
            headerBytes: amounts.header,
            bodyBytes: amounts.body
        )
    }

    private func exchange(_ amounts: Amounts) -> ExchangeRecord? {
        guard let status, let request = stamps.requestFirstByte, let first = stamps.responseFirstByte,
            let last = stamps.responseLastByte
        else { return nil }
        return ExchangeRecord(
            localPort: UInt16(clamping: connection?.localPort ?? number(CURLINFO_LOCAL_PORT)),
            order: order,
            stream: stream,
            encryption: agreement?.encryption,
            isNewConnection: amounts.isNewConnection,
            status: status,
            httpVersion: amounts.httpVersion,
            requestBytes: amounts.sent,
            headerBytes: amounts.header,
            bodyBytes: amounts.body,
            connectStart: stamps.connectStart,
            connectEnd: stamps.connectStart == nil ? nil : stamps.ready,
            requestFirstByte: request,
            responseFirstByte: first,
            responseLastByte: last,
            progress: incoming.samples
        )
    }
}
