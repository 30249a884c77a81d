import JSON

extension Bench {
    /// What a bench's server has, and how it answers.
    ///
    /// ```swift
    /// let origin: Bench.Origin = .files([
    ///     "feed.json": .json(#"{ "cats": ["tom"] }"#).maxAge(.seconds(60)),
    ///     "tom.jpg": .image(.jpeg, bytes: 300_000),
    ///     "gone": .status(410),
    /// ])
    /// ```
    ///
    /// Where images can be drawn (``Bench/File/image(_:bytes:)``), those of any size are made on request besides:
    /// `/fixture/jpeg/300KiB`, `/fixture/png/640x480?seed=7`.
    public struct Origin: Hashable, Sendable {
        private let settings: JSONValue

        /// A server without files.
        public static let empty = Origin(settings: .object([]))

        /// A server with these files, by their paths without a leading slash. Over `http2`, clients that offer it with TLS
        /// get it.
        public static func files(_ files: [String: File], http2: Bool = false) -> Origin {
            var members: [JSONValue.Member] = []
            if http2 { members.append(.init(key: "http", value: ["h2", "http/1.1"])) }
            if !files.isEmpty {
                let files = files.sorted { $0.key < $1.key }.map {
                    JSONValue.Member(key: $0.key, value: $0.value.json)
                }
                members.append(.init(key: "files", value: .object(files)))
            }
            return Origin(settings: .object(members))
        }

        /// The `origin` of a scenario, in YAML or JSON: everything that a scenario can say of a server.
        public static func yaml(_ text: String) -> Origin {
            Origin(settings: .string(text))
        }

        /// The origin of an order.
        var order: String { Order.section("origin", settings) }
    }
}
