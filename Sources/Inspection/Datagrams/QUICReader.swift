import TLS
import Wire

/// Reads the beginning of a QUIC connection: the client's first packets, which anybody can open, tell for whom it asks.
struct QUICReader {
    /// Packets that are looked into: a Client Hello takes one or two, lost ones come again.
    private static let mostPackets = 32

    private(set) var version: QUICVersion?
    /// Of the client's first message, once it is whole.
    private(set) var hello: TLSClientHello?
    /// True where a packet turned out to be a client's.
    private(set) var isClientKnown = false
    private var keys: QUICInitialKeys?
    private var stream = QUICHandshakeStream()
    private var packets = 0

    /// Nothing more is to be learnt.
    var isDone: Bool { hello != nil || packets >= Self.mostPackets }

    /// Takes a datagram. True where it is the client's and could be opened.
    mutating func receive(_ datagram: RawSpan) -> Bool {
        var rest = datagram
        var isClient = false
        while !isDone, let header = QUICLongHeader(rest), header.length > 0 {
            if header.isInitial {
                packets += 1
                version = header.version
                if open(rest, header) { isClient = true }
            }
            rest = rest.extracting(min(header.length, rest.byteCount)..<rest.byteCount)
        }
        return isClient
    }

    /// By the keys that opened one before, else by the packet's own identifier: a retry changes it, as new clients on the
    /// same ports do.
    private mutating func open(_ packet: RawSpan, _ header: QUICLongHeader) -> Bool {
        var content = keys?.open(packet, header)
        if content == nil,
            let own = QUICInitialKeys(header.version, identifier: header.destination, .client)
        {
            content = own.open(packet, header)
            if content != nil {
                keys = own
                stream = QUICHandshakeStream()
            }
        }
        guard let content else { return false }
        isClientKnown = true
        let span = content.span.bytes
        for frame in QUICFrames.crypto(span) { stream.add(frame, of: span) }
        hello = stream.first { type, body in type == .clientHello ? TLSClientHello(body) : nil } ?? nil
        return true
    }
}
