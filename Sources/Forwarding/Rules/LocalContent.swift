import HTTP

/// A file, or a file in a folder, that answers in the server's place.
package struct LocalContent: Hashable, Sendable {
    /// The path in the rules.
    package let path: String
    /// Where in it, if it is a folder: bytes without a leading slash. nil if the request's path cannot name a
    /// file: it has malformed escapes, or steps upwards.
    package let place: [UInt8]?

    /// `asked` is a path, with or without a query.
    init(_ path: String, asked: String) {
        self.path = path
        var names: [String] = []
        for part in asked.prefix(while: { $0 != "?" }).split(separator: "/") {
            guard let name = PercentEncoding.decoded(part), name != ".", name != "..",
                !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0)
            else {
                place = nil
                return
            }
            names.append(name)
        }
        place = Array(names.joined(separator: "/").utf8)
    }
}
