package import HTTP

/// What an origin says before it sends anything of an image.
public struct ResponseHead: Hashable, Sendable {
    /// Who says it.
    public var url: String
    /// A success, from 200 to 299.
    public var status: Int
    package var fields: HTTPFields

    package init(url: String, status: Int, fields: HTTPFields) {
        self.url = url
        self.status = status
        self.fields = fields
    }

    /// The value of a field, whatever the case of its name; what stands in several fields of that name is joined by commas.
    public subscript(header name: String) -> String? { fields.combined(name) }

    /// Names and values, in the order in which they came.
    public var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// How many bytes the body is said to have; nil where that is not said.
    public var length: Int? { fields.number("Content-Length") }
}
