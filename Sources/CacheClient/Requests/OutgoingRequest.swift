package import HTTP

/// What is about to be sent for an image.
public struct OutgoingRequest: Hashable, Sendable {
    /// Absolute, `http` or `https`. Another one is asked instead; the caches know the image as before.
    public var url: String
    /// As they will be sent, by which the client asks about what it holds included.
    package var fields: HTTPFields
    /// The first field that was to be sent and cannot stand in a request as it is; nil where all can.
    private(set) var unsendable: String?

    package init(url: String, fields: HTTPFields) {
        self.url = url
        self.fields = fields
    }

    /// As the client asks for an image that its caller asks for like this.
    init(url: String, for request: ImageRequest, fields: HTTPFields) {
        self.init(url: url, fields: fields)
        guard !request.headers.isEmpty else { return }
        unsendable =
            request.headers.sorted { $0.key < $1.key }.first { !Self.canBeSent($0.key, $0.value) }?.key
    }

    /// The value of a field, whatever the case of its name; setting nil takes it out.
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
