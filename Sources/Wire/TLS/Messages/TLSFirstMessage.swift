/// The first handshake message of a stream that may be TLS, read from the stream's beginning.
package enum TLSFirstMessage<Message> {
    /// More bytes are needed.
    case incomplete
    case message(Message)
    /// The stream is no TLS, begins with another message, or with one that cannot be read.
    case foreign

    /// `read` gets the message's body, without type and length.
    package init(_ stream: RawSpan, _ type: TLSHandshakeType, read: (RawSpan) -> Message?) {
        var messages = TLSHandshakeAssembler()
        var found: TLSFirstMessage?
        var offset = 0
        while found == nil, let header = TLSRecordHeader(stream, at: offset) {
            guard header.isPlausible, header.contentType == .handshake else {
                self = .foreign
                return
            }
            let content = offset + TLSRecordHeader.size
            offset = content + header.length
            guard offset <= stream.byteCount else { break }
            messages.receive(stream.extracting(content..<offset)) { first, body in
                guard found == nil else { return }
                let message = first == type ? read(body) : nil
                found = message.map { .message($0) } ?? .foreign
            }
        }
        self = found ?? .incomplete
    }
}
