internal import CCurl
internal import Wire

/// The connection that a transfer's request goes out on, and the request's place on it. It belongs to the loop's thread
/// alone.
struct RequestConnection {
    let host: HostConnections
    /// nil until there is one.
    private(set) var key: ConnectionKey?
    /// nil until there is a connection, and where it is in the clear.
    private(set) var agreement: ConnectionAgreement?
    /// Whether other transfers share the connection; nil until there is one.
    private(set) var isShared: Bool?
    /// The request's place on its connection, once it is sent.
    private(set) var order = 0
    /// With HTTP/2; nil before it is known, and with HTTP/1.
    private(set) var stream: Int?
    /// How often a connection was ready for the request: once, unless one turned out dead.
    private(set) var attempts = 0
    /// True where it was to find a connection in the clear that speaks HTTP/2, and does not any more.
    private(set) var isLost = false
    /// True where it is to find such a connection; see `version`.
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

    /// How libcurl is to find the connection; `opensNew` keeps it off those there are.
    mutating func begin(opensNew: Bool) -> TransferHandle.ConnectionChoice {
        joins = !opensNew && host.hasPriorConnection
        return .init(version: version, waits: maySpeakHTTP2, opensNewConnection: opensNew)
    }

    /// It is ready for the request; false where it is not the one that was to be found. `agreed` is asked where it is encrypted.
    mutating func ready(
        _ key: ConnectionKey,
        isNew: Bool,
        agreed: @autoclosure () -> ConnectionAgreement?
    ) -> Bool {
        attempts += 1
        if joins, isNew {
            isLost = true
            return false
        }
        self.key = key
        if isNew { connections.opened(key) }
        agreement = isSecure ? agreed() : nil
        stream = nil
        let sharesNow = maySpeakHTTP2 && (!isSecure || agreement?.applicationProtocol == "h2")
        connections.ready(host, isShared: sharesNow, before: isShared)
        isShared = sharesNow
        return true
    }

    /// The request's first byte left.
    mutating func requestSent() {
        if let key { order = connections.takeOrder(on: key) }
        // A client opens the odd streams, in the order of its requests.
        if isShared == true, stream == nil { stream = 2 * order + 1 }
    }

    /// libcurl tells a request's stream in words alone, and not every version in these.
    mutating func read(_ text: UnsafeRawBufferPointer) {
        let words = "Using Stream ID: ".utf8
        guard isShared == true, text.starts(with: words) else { return }
        let digits = text.dropFirst(words.count).prefix { (0x30...0x39).contains($0) }
        stream = Int(String(decoding: digits, as: UTF8.self))
    }

    /// In the clear nothing is agreed to: HTTP/2 is spoken at once, or not at all. Who joins a connection that speaks it
    /// must not say so again: libcurl 7.88 would begin anew in the middle of it (curl pull request 10643).
    private var version: Int {
        guard maySpeakHTTP2 else { return Int(CURL_HTTP_VERSION_1_1) }
        return isSecure || joins ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    }
}
