internal import CNghttp2
package import HTTP

/// A message's fields in the library's form: names in lower case, without the ones that HTTP/2 forbids.
package struct FieldBlock {
    /// Fields about an HTTP/1 connection.
    private static let forbidden: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// Bytes that RFC 9113 adds for each field.
    private static let fieldOverhead = 32

    private var bytes: [UInt8] = []
    /// The name's and the value's length of each field.
    private var lengths: [(name: Int, value: Int)] = []

    package init(_ head: HTTPResponseHead) {
        add(":status", String(head.status))
        self.add(head.fields)
    }

    package init(_ pseudo: RequestPseudoFields, _ fields: HTTPFields) {
        for (name, value) in pseudo.fields { add(name, value) }
        let isNamed = pseudo.authority != nil
        for field in fields {
            let name = field.name.lowercased()
            // The authority states it already, and HTTP/2 has no transfer codings.
            guard !(isNamed && name == "host"), name != "te" || field.value.lowercased() == "trailers"
            else { continue }
            add(field)
        }
    }

    package init(trailers: HTTPFields) {
        add(trailers)
    }

    private mutating func add(_ fields: HTTPFields) {
        for field in fields { add(field) }
    }

    private mutating func add(_ field: HTTPField) {
        let name = field.name.lowercased()
        guard !Self.forbidden.contains(name), !name.hasPrefix(":") else { return }
        add(name, field.value)
    }

    private mutating func add(_ name: String, _ value: String) {
        let start = bytes.count
        HTTPText.append(name, to: &bytes)
        let middle = bytes.count
        HTTPText.append(value, to: &bytes)
        lengths.append((middle - start, bytes.count - middle))
    }

    /// Size of the list as RFC 9113 counts it.
    var listSize: Int { bytes.count + lengths.count * Self.fieldOverhead }

    /// Names and values one behind the other, and their lengths.
    package func withFields<Result>(
        _ body: (UnsafeMutablePointer<UInt8>?, [(name: Int, value: Int)]) -> Result
    ) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { body($0.baseAddress, lengths) }
    }

    /// The library copies the entries before it returns.
    func withEntries<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        withFields { place, lengths in
            var entries: [nghttp2_nv] = []
            entries.reserveCapacity(lengths.count)
            var place = place
            for (name, value) in lengths {
                entries.append(
                    nghttp2_nv(
                        name: place,
                        value: place.map { $0 + name },
                        namelen: name,
                        valuelen: value,
                        flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
                    )
                )
                place = place.map { $0 + name + value }
            }
            return entries.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }
}
