/// Guesses exchanges from the pattern of encrypted records: whenever the client sends after the server did,
/// it has made a request.
struct RecordPattern {
    /// Most guesses for one connection.
    private static let most = 100_000

    private struct Guess {
        var requestBytes = 0
        var requestSent: Int64
        var responseBytes = 0
        var firstByte: Int64?
        var lastByte: Int64?
    }

    private var guesses: [Guess] = []

    /// A record of application data with `bytes` of content.
    mutating func add(_ bytes: Int, _ direction: StreamDirection, first: Int64, last: Int64) {
        let current = guesses.count - 1
        switch direction {
        case .up:
            if current >= 0, guesses[current].firstByte == nil {
                guesses[current].requestBytes += bytes
            } else if guesses.count < Self.most {
                guesses.append(Guess(requestBytes: bytes, requestSent: first))
            }
        case .down:
            // Data before the first request belongs to the handshake.
            guard current >= 0 else { return }
            guesses[current].responseBytes += bytes
            guesses[current].firstByte = guesses[current].firstByte ?? last
            guesses[current].lastByte = last
        }
    }

    /// The guesses that were answered.
    func estimates(_ opening: ConversationOpening, serverName: String?) -> [CaptureEstimate] {
        guesses.filter { $0.lastByte != nil }.enumerated().map { order, guess in
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
