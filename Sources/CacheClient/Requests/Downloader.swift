/// Fetches in the place of the client's own connections.
public struct Downloader: Sendable {
    /// What came.
    public struct Answer: Hashable, Sendable {
        /// 200 is an image; 304 says that the one asked about still holds.
        public var status: Int
        /// Among them the validators, `ETag` and `Last-Modified`.
        public var headers: [String: String]
        /// The image.
        public var bytes: [UInt8]

        /// An answer, success unless said otherwise.
        public init(status: Int = 200, headers: [String: String] = [:], bytes: [UInt8]) {
            self.status = status
            self.headers = headers
            self.bytes = bytes
        }
    }

    /// Answers what came. Its task is cancelled with the load; a `FetchError` that it throws is handed on as it is.
    public var answer: @Sendable (OutgoingRequest) async throws -> Answer

    /// A downloader by what it does.
    public init(_ answer: @escaping @Sendable (OutgoingRequest) async throws -> Answer) {
        self.answer = answer
    }
}
