/// Guesses exchanges from the pattern of encrypted records: whenever the client sends after the server did,
/// it has made a request. Records that only keep the connection or manage it are none.
struct RecordPattern {
    /// Most guesses for one connection.
    private static let most = 100_000
    /// Probes that keep a connection open, and their answers, have no more: HTTP/2's PING has 17 bytes, those of MQTT and
    /// WebSocket mostly less. The shortest request of HTTP/1, and any answer to one, have more.
    private static let mostOfProbe = 17
    /// HTTP/2's SETTINGS acknowledgement and WINDOW_UPDATE, and what is sent of them at once.
    private static let housekeeping: Set<Int> = [9, 13, 22, 26]

    private struct Guess {
        var requestBytes = 0
        /// Of either side.
        var largestRecord: Int
        var requestSent: Int64
        var responseBytes = 0
        var firstByte: Int64?
        var lastByte: Int64?
    }

    private var guesses: [Guess] = []
    /// Probes of the client that were not answered.
    private var probes = 0

    /// A record of application data with `bytes` of content.
    mutating func add(_ bytes: Int, _ direction: StreamDirection, first: Int64, last: Int64) {
        let current = guesses.count - 1
        let isAnswered = current >= 0 && guesses[current].firstByte != nil
        switch direction {
        case .up:
            if isAnswered, isAside(bytes) { return }
            if current >= 0, !isAnswered {
                guesses[current].requestBytes += bytes
                guesses[current].largestRecord = max(guesses[current].largestRecord, bytes)
            } else if guesses.count < Self.most {
                guesses.append(Guess(requestBytes: bytes, largestRecord: bytes, requestSent: first))
            }
        case .down:
            // Data before the first request belongs to the handshake.
            guard current >= 0 else { return }
            if probes > 0, bytes <= Self.mostOfProbe {
                probes -= 1
                return
            }
            guesses[current].largestRecord = max(guesses[current].largestRecord, bytes)
            guesses[current].responseBytes += bytes
            guesses[current].firstByte = guesses[current].firstByte ?? last
            guesses[current].lastByte = last
        }
    }

    /// True for a record that asks for nothing: the answer that came goes on, or is over.
    private mutating func isAside(_ bytes: Int) -> Bool {
        if Self.housekeeping.contains(bytes) { return true }
        guard bytes <= Self.mostOfProbe else { return false }
        probes += 1
        return true
    }

    /// The guesses that were answered.
    func estimates(_ opening: ConversationOpening, serverName: String?) -> [CaptureEstimate] {
        guesses.filter { $0.lastByte != nil && $0.largestRecord > Self.mostOfProbe }.enumerated().map {
            order,
            guess in
            CaptureEstimate(
                stream: opening.stream,
                order: order,
                client: opening.client,
                server: opening.server,
                serverName: serverName,
                requestBytes: guess.requestBytes,
                responseBytes: guess.responseBytes,
                requestSent: guess.requestSent,
                firstByte: guess.firstByte ?? guess.requestSent,
                lastByte: guess.lastByte ?? guess.requestSent
            )
        }
    }
}
