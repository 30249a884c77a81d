import JSON

extension Bench {
    /// A request that the bench's server has answered, or could not.
    public struct Request: Hashable, Sendable {
        /// Its method, such as `GET`.
        public let method: String
        /// The path and the query, as sent.
        public let target: String
        /// Status of the response.
        public let status: Int
        /// Of the response, as sent: after compression.
        public let headerBytes: Int
        /// Bytes of the content, as sent.
        public let bodyBytes: Int
        /// When its first byte arrived, after the first byte of the bench's first request.
        public let began: Duration
        /// When the last byte of the response was handed to the server's kernel; nil if that never happened.
        public let ended: Duration?

        /// The path, without its leading slash and without the query.
        public var path: Substring { target.prefix { $0 != "?" }.drop { $0 == "/" } }

        init?(_ document: JSONValue) {
            guard let method = document["method"]?.text, let target = document["target"]?.text,
                let status = document["status"]?.int, let began = document["requestNs"]?.int64
            else { return nil }
            self.method = method
            self.target = target
            self.status = status
            headerBytes = document["headerBytes"]?.int ?? 0
            bodyBytes = document["bodyBytes"]?.int ?? 0
            self.began = .nanoseconds(began)
            ended = document["responseLastByteNs"]?.int64.map { .nanoseconds($0) }
        }
    }
}
