import Runs

extension LedgerCause {
    /// The cause as a clause about several transfers.
    var words: String {
        switch self {
        case .cache: "the caches looked up and stored"
        case .blocked: "they waited for a free connection or stream, or for another caller's transfer"
        case .retry: "tries failed, and were repeated"
        case .proxy: "they were with the proxy, or between it and the client"
        case .dns: "names were looked up"
        case .connect: "connections were opened"
        case .tls: "encryption was agreed on"
        case .request: "requests were on their way"
        case .server: "the origin kept them waiting"
        case .payload: "the line carried their bodies"
        case .overhead: "the line carried headers"
        case .retransmit: "the line carried bytes again"
        case .sharing: "they waited while the line carried others ahead of them"
        case .window: "the senders' congestion control let no more go"
        case .recovery: "they waited for lost packets to be sent again"
        case .outage: "the line was down"
        case .receiver: "they waited for room at the receiver, by TCP's window or HTTP/2's flow control"
        case .propagation: "the last bytes were on their way"
        case .emulation: "the emulation itself was late"
        case .delivery: "bodies were there, but not yet in their callers' hands"
        case .decode: "images were decoded"
        case .unexplained: "nothing tells where it went"
        }
    }

    /// The clause about transfers of which only a capture is known: an origin's own time looks like packets that delay its
    /// answer, and a client's pause like a wait.
    var wordsOfCapture: String {
        switch self {
        case .blocked: "connections stood ready before their clients asked"
        case .proxy: "a proxy's tunnels were opened"
        case .server: "no answer came yet: the origin's time, or packets ahead of its own"
        default: words
        }
    }

    /// All causes in the order in which a transfer goes through them. Those of its response come in turns: the waits stand
    /// before what the line carried.
    static let inTime: [LedgerCause] = [
        .cache, .blocked, .retry, .proxy, .dns, .connect, .tls, .request, .server,
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
