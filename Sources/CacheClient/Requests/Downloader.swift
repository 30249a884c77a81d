/// Fetches instead of the client's own connections.
public struct Downloader: Sendable {
    /// The answer to a request.
    public struct Answer: Hashable, Sendable {
        /// 200 for an image; 304 if the cached image is still valid.
        public var status: Int
        /// Header fields, among them the validators `ETag` and `Last-Modified`.
        public var headers: [String: String]
        /// The image's bytes.
        public var bytes: [UInt8]

        /// Makes an answer, by default a success.
        public init(status: Int = 200, headers: [String: String] = [:], bytes: [UInt8]) {
            self.status = status
            self.headers = headers
            self.bytes = bytes
        }
    }

    /// Fetches the answer. Its task is cancelled with the load; a `FetchError` that it throws is passed on
    /// unchanged.
    public var answer: @Sendable (OutgoingRequest) async throws -> Answer

    /// Makes a downloader from a closure.
    public init(_ answer: @escaping @Sendable (OutgoingRequest) async throws -> Answer) {
        self.answer = answer
    }
}
