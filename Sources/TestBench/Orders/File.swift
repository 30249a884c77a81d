import JSON

extension Bench {
    /// A file of a bench's server, and how it is answered.
    public struct File: Hashable, Sendable {
        /// A format of made images.
        public enum ImageKind: String, Hashable, Sendable {
            /// Baseline JPEG.
            case jpeg
            /// PNG without an alpha channel.
            case png
            /// Lossless WebP, or lossy where that fits the size.
            case webp
            /// A GIF of one picture.
            case gif
        }

        private var members: [String: JSONValue]

        private init(_ key: String, _ value: JSONValue) {
            members = [key: value]
        }

        /// A text in UTF-8, sent as `text/plain`.
        public static func text(_ text: String) -> File { File("text", .string(text)) }

        /// The content as it is written, sent as JSON. It may be one that is not valid.
        public static func json(_ text: String) -> File {
            File("text", .string(text)).header("Content-Type", "application/json")
        }

        /// A valid image of exactly this many bytes.
        ///
        /// The `netlab` that carries the line draws it. Where there is none, the test's own process does, if its target
        /// depends on the product `TestBenchImages`; otherwise the bench cannot be made.
        public static func image(_ kind: ImageKind, bytes: Int) -> File {
            var file = File("image", .string(kind.rawValue))
            file.members["size"] = .string("\(bytes) B")
            return file
        }

        /// No content, only a status.
        public static func status(_ status: Int) -> File { File("status", status.json) }

        /// A redirect to a path or URL, with 302.
        public static func redirect(to target: String) -> File { File("redirect", .string(target)) }

        /// One status after the other; the last one stays. Those that are no success have no content.
        public func statuses(_ statuses: [Int]) -> File { setting("status", statuses.json) }

        /// Waits before the first byte.
        public func delayed(by time: Duration) -> File { setting("delay", .string(time.quantity)) }

        /// Sends the content at this rate in bytes/s, whatever the line allows.
        public func paced(bytesPerSecond rate: Int) -> File { setting("rate", .string("\(rate) B/s")) }

        /// `Cache-Control: max-age`.
        public func maxAge(_ time: Duration) -> File {
            setting("cacheControl", .string("max-age=\(time.components.seconds)"))
        }

        /// The whole `Cache-Control` field.
        public func cacheControl(_ value: String) -> File { setting("cacheControl", .string(value)) }

        /// Answers without an entity tag.
        public func withoutEntityTag() -> File { setting("etag", "none") }

        /// A field of the response, in place of one of the same name.
        public func header(_ name: String, _ value: String) -> File {
            var fields: [JSONValue.Member] = []
            if case .object(let present)? = members["headers"] { fields = present.filter { $0.key != name } }
            return setting("headers", .object(fields + [.init(key: name, value: .string(value))]))
        }

        /// Breaks the response: `connectionReset`, `truncate`, `stall`, `corruptBody`, or another fault of a scenario. Only
        /// the `first` requests meet it, unless that is nil.
        public func fault(_ kind: String, first: Int? = nil) -> File {
            guard let first else { return setting("fault", .string(kind)) }
            return setting("fault", ["kind": .string(kind), "first": first.json])
        }

        /// Any other key of a file in a scenario, with its value in YAML's words: `("vary", "Accept")`.
        public func setting(_ key: String, _ value: String) -> File { setting(key, .string(value)) }

        private func setting(_ key: String, _ value: JSONValue) -> File {
            var file = self
            file.members[key] = value
            return file
        }

        var json: JSONValue {
            .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: $0.value) })
        }
    }
}
