package import HTTP

extension HTTPResponseHead {
    /// The head as a proxy passes it to its client: without fields of the server's connection.
    package func forwarded() -> HTTPResponseHead {
        var head = self
        head.version = .http11
        HopFields.remove(from: &head.fields, keepsUpgrade: status == 101)
        return head
    }
}
