import JSON

extension Bench {
    /// What a bench has seen so far.
    public struct State: Hashable, Sendable {
        /// In the order in which they ended.
        public let requests: [Request]
        /// Requests for what the server does not have, in the same order.
        public let unmatched: [Unmatched]
        /// Why its figures cannot be trusted, once it has ended: packets left late, or were lost by netlab. Empty before.
        public let doubts: [String]
        /// Parts of netlab that ended by themselves.
        public let failures: [String]
        /// All that netlab tells, in JSON, for a failing test's attachments.
        public let document: String
        let link: JSONValue?

        init(_ document: JSONValue) {
            requests = document["requests"]?.elements.compactMap(Request.init) ?? []
            unmatched = document["unmatched"]?.elements.compactMap(Unmatched.init) ?? []
            doubts = document["doubts"]?.elements.compactMap(\.text) ?? []
            failures = document["failures"]?.elements.compactMap(\.text) ?? []
            link = document["link"]
            self.document = document.pretty
        }

        /// Bytes of heads and contents that the server has sent.
        public var bytes: Int { requests.reduce(0) { $0 + $1.headerBytes + $1.bodyBytes } }

        /// The requests for one path, without its leading slash.
        public func requests(to path: String) -> [Request] {
            requests.filter { $0.path == path[...] }
        }
    }
}
