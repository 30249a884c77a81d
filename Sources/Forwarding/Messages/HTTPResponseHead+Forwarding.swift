package import HTTP

extension HTTPResponseHead {
    /// The head as a proxy passes it to its client: without fields of the server's connection.
    package func forwarded() -> HTTPResponseHead {
        // HTTP/2 has no reasons.
        var head = HTTPResponseHead(status: status, reason: reason.isEmpty ? nil : reason, fields: fields)
        HopFields.remove(from: &head.fields, keepsUpgrade: status == 101)
        return head
    }
}
