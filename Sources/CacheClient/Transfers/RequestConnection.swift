internal import CCurl
internal import Wire

/// The connection of a transfer's request, and the request's place on it. It belongs to the loop's thread
/// alone.
struct RequestConnection {
    let host: HostConnections
    /// nil until there is one.
    private(set) var key: ConnectionKey?
    /// nil until there is a connection, and if it is unencrypted.
    private(set) var agreement: ConnectionAgreement?
    /// Whether other transfers share the connection; nil until there is one.
    private(set) var isShared: Bool?
    /// The request's position on its connection, once it is sent.
    private(set) var order = 0
    /// HTTP/2 stream; nil before it is known, and with HTTP/1.
    private(set) var stream: Int?
    /// Number of connections that were ready for the request: one, unless a connection turned out to be dead.
    private(set) var attempts = 0
    /// True if the unencrypted HTTP/2 connection that it was to join no longer exists.
    private(set) var isLost = false
    /// True if it is to join such a connection; see `version`.
    private var joins = false
    private let connections: ConnectionTable
    private let isSecure: Bool
    private let maySpeakHTTP2: Bool

    init(for request: TransferRequest, to host: HostConnections, _ connections: ConnectionTable) {
        self.host = host
        self.connections = connections
        isSecure = request.endpoint.isSecure
        maySpeakHTTP2 = request.maySpeakHTTP2
    }

    /// How libcurl finds the connection; `opensNew` avoids the open ones.
    mutating func begin(opensNew: Bool) -> TransferHandle.ConnectionChoice {
        joins = !opensNew && host.hasPriorConnection
        return .init(version: version, waits: maySpeakHTTP2, opensNewConnection: opensNew)
    }

    /// Records the connection that is ready for the request; false if it is not the one to join. `opened` is the socket of a
    /// new one. `agreed` is called if it is encrypted.
    mutating func ready(
        _ key: ConnectionKey,
        isNew: Bool,
        opened: Int32?,
        agreed: @autoclosure () -> ConnectionAgreement?
    ) -> Bool {
        attempts += 1
        if joins, isNew {
            isLost = true
            return false
        }
        self.key = key
        if isNew { connections.opened(key, opened) }
        agreement = isSecure ? agreed() : nil
        stream = nil
        let sharesNow = maySpeakHTTP2 && (!isSecure || agreement?.applicationProtocol == "h2")
        connections.ready(host, isShared: sharesNow, before: isShared)
        isShared = sharesNow
        if sharesNow { connections.holdRequests(on: key) }
        return true
    }

    /// Records that the request's first byte left.
    mutating func requestSent() {
        if let key { order = connections.takeOrder(on: key) }
        // Clients open odd streams, in the order of their requests.
        if isShared == true, stream == nil { stream = 2 * order + 1 }
    }

    /// Reads a request's stream from libcurl's log, its only source; not every version logs it in these
    /// words.
    mutating func read(_ text: UnsafeRawBufferPointer) {
        let words = "Using Stream ID: ".utf8
        guard isShared == true, text.starts(with: words) else { return }
        let digits = text.dropFirst(words.count).prefix { (0x30...0x39).contains($0) }
        stream = Int(String(decoding: digits, as: UTF8.self))
    }

    /// Without encryption nothing is negotiated: HTTP/2 is spoken from the start or not at all. Joining such
    /// a connection must not ask for prior knowledge again, because libcurl 7.88 would then restart the
    /// protocol on it (curl pull request 10643).
    private var version: Int {
        guard maySpeakHTTP2 else { return Int(CURL_HTTP_VERSION_1_1) }
        return isSecure || joins ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    }
}
