import Wire

/// Finds the first handshake message in one direction of a stream that may be TLS.
struct HelloReader: Sendable {
    enum Result<Message> {
        case reading
        case read(Message)
        /// Something else, or longer than a hello may be.
        case foreign
    }

    /// A client's hello with keys for several groups has a tenth of this.
    private static let longest = 32_768

    private var held: [UInt8] = []

    mutating func receive<Message>(
        _ bytes: ArraySlice<UInt8>,
        _ type: TLSHandshakeType,
        read: (RawSpan) -> Message?
    ) -> Result<Message> {
        held += bytes.prefix(Self.longest - held.count)
        var messages = TLSHandshakeAssembler()
        var result = Result<Message>.reading
        var isFirst = true
        let stream = held.span.bytes
        var offset = 0
        while offset < stream.byteCount, isFirst {
            // An empty rest of a header is no reason to give up.
            guard let header = TLSRecordHeader(stream, at: offset) else { break }
            let content = offset + TLSRecordHeader.size
            guard header.isPlausible, header.contentType == .handshake else { return .foreign }
            guard content + header.length <= stream.byteCount else { break }
            messages.receive(stream.extracting(content..<content + header.length)) { found, body in
                guard isFirst else { return }
                isFirst = false
                result = found == type ? read(body).map { .read($0) } ?? .foreign : .foreign
            }
            offset = content + header.length
        }
        if isFirst, held.count >= Self.longest { return .foreign }
        return result
    }
}
