import Wire

/// Reads what the two ends of a connection say. Whoever has their bytes in order feeds it: TCP, or a decrypter that
/// is a conversation itself and holds another one. It belongs to one connection and is fed by one thread.
protocol Conversation: AnyObject {
    /// Of all that there ever were.
    var exchangeCount: Int { get }

    /// Those that are over and still here.
    var ended: [CaptureExchange] { get }

    /// About how many those are.
    var endedCount: Int { get }

    /// Takes out those that are over, but for so many of the newest: of these more may be learnt, as that part of them was sent
    /// again. nil once nothing more comes: all.
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange]

    /// The host that the client asked for when it began to speak in secret; nil where it did not.
    var serverName: String? { get }

    /// To whom the server carries the connection on, `host:port`; nil where it does not.
    var tunnel: String? { get }

    /// With which words HTTP/2 was to end, in their order.
    var farewells: [CaptureFarewell] { get }

    /// Stream offset of the first byte that it needs to see. Pieces that end before it may be left out: they are
    /// known to be there, and the next piece, or the end, says by its offset how many bytes there were.
    func wanted(_ direction: StreamDirection) -> Int

    /// The next bytes of a direction; each comes once. `piece` says where they stand; it speaks of these bytes alone.
    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// The piece's bytes are not in the capture. `didArrive` where only its recorder cut them off.
    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// A direction has ended, `piece` being an empty one behind its last byte. `isCut` where the capture ended first.
    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// Payload that came again, of `count` bytes from stream offset `offset` on. Answers the order of its exchange where that
    /// one has been taken out, and so could not count it.
    func countSeenAgain(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int?

    /// Packets of so many IP bytes brought it nothing to read since the last call.
    func weighQuiet(_ bytes: DirectionBytes)

    /// The packet whose bytes come next in `direction` weighs so much; what it brings follows.
    func beginPacket(_ bytes: Int, _ direction: StreamDirection)

    /// All that the packet brought has been handed over.
    func endPacket()

    /// Nothing more comes.
    func conclude()
}

extension Conversation {
    var tunnel: String? { nil }
    var farewells: [CaptureFarewell] { [] }
    var serverName: String? { nil }
}
