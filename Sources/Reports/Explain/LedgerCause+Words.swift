import Runs

extension LedgerCause {
    /// The cause as a clause about several transfers.
    var words: String {
        switch self {
        case .cache: "the caches did lookups and stores"
        case .blocked: "they waited for a free connection or stream, or for another caller's transfer"
        case .retry: "attempts failed and were retried"
        case .proxy: "they were in the proxy, or between the proxy and the client"
        case .dns: "names were looked up"
        case .fallback: "clients tried IPv6 first, which did not answer"
        case .connect: "connections were opened"
        case .tls: "TLS handshakes were done"
        case .request: "requests were in transit"
        case .server: "they waited for the origin"
        case .payload: "the line carried their bodies"
        case .overhead: "the line carried headers"
        case .retransmit: "the line carried retransmissions"
        case .sharing: "they waited while the line carried others ahead of them"
        case .window: "the senders' congestion control held data back"
        case .recovery: "they waited for lost packets to be retransmitted"
        case .outage: "the line was down"
        case .receiver: "they waited for room at the receiver, in TCP's window or HTTP/2's flow control"
        case .propagation: "the last bytes were in transit"
        case .emulation: "the emulation itself ran late"
        case .delivery: "bodies were complete, but their callers had not received them yet"
        case .decode: "images were decoded"
        case .unexplained: "the cause is not known"
        }
    }

    /// The clause about transfers of which only a capture is known: an origin's own time looks like packets that delay its
    /// answer, and a client's pause like a wait.
    var wordsOfCapture: String {
        switch self {
        case .blocked: "clients waited before they opened connections, or before they sent requests"
        case .proxy: "tunnels through a proxy were opened"
        case .fallback: "clients tried other addresses first, which did not answer"
        case .server: "no answer came yet: the origin took its time, or packets were ahead of the answer"
        default: words
        }
    }

    /// All causes in the order in which a transfer goes through them. Those of its response come in turns: the waits stand
    /// before what the line carried.
    static let inTime: [LedgerCause] = [
        .cache, .blocked, .retry, .proxy, .dns, .fallback, .connect, .tls, .request, .server,
        .outage, .sharing, .recovery, .window, .receiver, .payload, .overhead, .retransmit, .propagation,
        .emulation, .unexplained, .delivery, .decode,
    ]

    /// Its letter in a bar.
    var letter: Character {
        switch self {
        case .cache: "m"
        case .blocked: "b"
        case .retry: "y"
        case .proxy: "p"
        case .dns: "n"
        case .fallback: "6"
        case .connect: "c"
        case .tls: "t"
        case .request: "q"
        case .server: "S"
        case .payload: "#"
        case .overhead: "+"
        case .retransmit: "r"
        case .sharing: "~"
        case .window: "w"
        case .recovery: "R"
        case .outage: "O"
        case .receiver: "v"
        case .propagation: ">"
        case .emulation: "e"
        case .delivery: "d"
        case .decode: "x"
        case .unexplained: "?"
        }
    }
}
