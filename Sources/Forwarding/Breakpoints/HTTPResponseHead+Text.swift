package import HTTP

extension HTTPResponseHead {
    private static let statuses = 200...599

    /// The response as a text to edit. `body` is without compression; nil leaves it out.
    package func text(body: [UInt8]?) -> [UInt8] {
        MessageText.spelt(reason.isEmpty ? "\(status)" : "\(status) \(reason)", fields, body: body)
    }

    /// The head that the text states.
    package func edited(by text: MessageText) throws(MessageTextError) -> HTTPResponseHead {
        var words = text.start.text.split(separator: " ", omittingEmptySubsequences: true)
        if words.first?.hasPrefix("HTTP/") == true { words.removeFirst() }
        let stated = words.dropFirst().joined(separator: " ")
        guard let word = words.first, word.utf8.count == 3, let status = Int(word),
            Self.statuses.contains(status), HTTPField.isValue(stated)
        else { throw MessageTextError(text.start.line, .response(text.start.text)) }
        // Another status seldom means the same reason.
        let isLeft = status != self.status && stated == reason
        return HTTPResponseHead(
            version: version,
            status: status,
            reason: stated.isEmpty || isLeft ? nil : stated,
            fields: text.merged(with: fields)
        )
    }
}
