package import HTTP

/// The head of an origin's response, before any of the body.
public struct ResponseHead: Hashable, Sendable {
    /// The URL that answered.
    public var url: String
    /// A success, from 200 to 299.
    public var status: Int
    package var fields: HTTPFields

    package init(url: String, status: Int, fields: HTTPFields) {
        self.url = url
        self.status = status
        self.fields = fields
    }

    /// The value of a field, whatever the case of its name; the values of several fields of that name are
    /// joined by commas.
    public subscript(header name: String) -> String? { fields.combined(name) }

    /// Names and values, in the order in which they came.
    public var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// The announced length of the body in bytes; nil if there is none.
    public var length: Int? { fields.number("Content-Length") }
}
