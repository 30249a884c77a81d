/// The request line and fields of a request.
///
/// A head is passed on often and rarely changed: its parts are in one object, which copies share.
package struct HTTPRequestHead: Hashable, Sendable {
    private final class Parts: Sendable {
        let method: String
        let target: String
        let version: HTTPVersion
        let fields: HTTPFields

        init(_ method: String, _ target: String, _ version: HTTPVersion, _ fields: HTTPFields) {
            self.method = method
            self.target = target
            self.version = version
            self.fields = fields
        }
    }

    private static let connection = HTTPFieldNames("Connection")

    private var parts: Parts

    package init(
        method: String,
        target: String,
        version: HTTPVersion = .http11,
        fields: HTTPFields = HTTPFields()
    ) {
        parts = Parts(method, target, version, fields)
    }

    package var method: String {
        get { parts.method }
        set { parts = Parts(newValue, target, version, fields) }
    }

    package var target: String {
        get { parts.target }
        set { parts = Parts(method, newValue, version, fields) }
    }

    package var version: HTTPVersion {
        get { parts.version }
        set { parts = Parts(method, target, newValue, fields) }
    }

    package var fields: HTTPFields {
        get { parts.fields }
        set { parts = Parts(method, target, version, newValue) }
    }

    /// False if the fields have none of these names; true if they may.
    package func mayHave(_ names: HTTPFieldNames) -> Bool { parts.fields.mayHave(names) }

    /// True if the only value of that field is this one.
    package func hasOnly(_ name: String, _ value: [UInt8]) -> Bool { parts.fields.hasOnly(name, value) }

    /// True if the client wants the connection kept after the response.
    package var wantsPersistence: Bool {
        if version == .http11, !mayHave(Self.connection) { return true }
        let options = fields.tokens("Connection")
        if options.contains("close") { return false }
        return version >= .http11 || options.contains("keep-alive")
    }

    package func serialised() -> [UInt8] {
        HTTP1Writer.head(startLine: "\(method) \(target) \(version)", fields: fields)
    }

    package static func == (lhs: HTTPRequestHead, rhs: HTTPRequestHead) -> Bool {
        lhs.parts === rhs.parts
            || (lhs.method == rhs.method && lhs.target == rhs.target && lhs.version == rhs.version
                && lhs.fields == rhs.fields)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target)
        hasher.combine(version)
        hasher.combine(fields)
    }
}
