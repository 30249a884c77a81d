import JSON

extension Bench {
    /// A request for something that the bench's server does not have.
    public struct Unmatched: Hashable, Sendable, CustomStringConvertible {
        /// Its method, such as `GET`.
        public let method: String
        /// Without its leading slash.
        public let path: String
        /// The file that was probably meant; nil if none is near.
        public let nearest: String?

        init?(_ document: JSONValue) {
            guard let method = document["method"]?.text, let path = document["path"]?.text else { return nil }
            self.method = method
            self.path = path
            nearest = document["nearest"]?.text
        }

        /// The request and the nearest file, in a sentence.
        public var description: String {
            "\(method) /\(path) matched no file" + (nearest.map { "; the nearest is /\($0)" } ?? "")
        }
    }
}
