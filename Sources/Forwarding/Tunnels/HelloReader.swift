import Wire

/// Collects one direction of a stream until its first TLS message is there.
struct HelloReader: Sendable {
    /// A client's hello with keys for several groups has a tenth of this.
    private static let longest = 32_768

    private var held: [UInt8] = []

    mutating func receive<Message>(
        _ bytes: ArraySlice<UInt8>,
        _ type: TLSHandshakeType,
        read: (RawSpan) -> Message?
    ) -> TLSFirstMessage<Message> {
        held += bytes.prefix(Self.longest - held.count)
        let first = TLSFirstMessage(held.span.bytes, type, read: read)
        if case .incomplete = first, held.count >= Self.longest { return .foreign }
        return first
    }
}
