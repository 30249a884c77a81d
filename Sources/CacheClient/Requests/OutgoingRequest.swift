package import HTTP

/// A request about to be sent for an image.
public struct OutgoingRequest: Hashable, Sendable {
    /// The absolute URL, `http` or `https`. Changing it sends the request elsewhere; the cache key stays the
    /// same.
    public var url: String
    /// The fields to be sent, conditions for revalidation included.
    package var fields: HTTPFields
    /// Name of the first field that is not valid in a request; nil if all are valid.
    private(set) var unsendable: String?

    package init(url: String, fields: HTTPFields) {
        self.url = url
        self.fields = fields
    }

    /// Makes the client's request from its caller's.
    init(url: String, for request: ImageRequest, fields: HTTPFields) {
        self.init(url: url, fields: fields)
        guard !request.headers.isEmpty else { return }
        unsendable =
            request.headers.sorted { $0.key < $1.key }.first { !Self.canBeSent($0.key, $0.value) }?.key
    }

    /// The value of a field, whatever the case of its name; setting nil removes it.
    public subscript(header name: String) -> String? {
        get { fields[name] }
        set {
            if let newValue, !Self.canBeSent(name, newValue) { unsendable = unsendable ?? name }
            fields[name] = newValue
        }
    }

    /// Names and values, in the order in which they will be sent.
    public var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    private static func canBeSent(_ name: String, _ value: String) -> Bool {
        HTTPField.isName(name) && HTTPField.isValue(value)
    }
}
