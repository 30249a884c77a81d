import Dispatch
internal import HTTP
internal import LinuxIO

/// Makes an image's bytes out of something else than an origin. What it makes is cached under its key, and never asked
/// about.
public struct ImageProvider: Sendable {
    /// A larger file is a failure.
    static let largestFile = 200 << 20

    /// What the caches know the image by.
    public var cacheKey: String
    /// Makes the bytes. Its task is cancelled with the load.
    public var bytes: @Sendable () async throws -> [UInt8]

    /// An image that `bytes` makes.
    public init(cacheKey: String, bytes: @escaping @Sendable () async throws -> [UInt8]) {
        self.cacheKey = cacheKey
        self.bytes = bytes
    }

    /// The bytes of a file of this machine, known by its path unless said otherwise.
    public static func file(_ path: String, cacheKey: String? = nil) -> ImageProvider {
        ImageProvider(cacheKey: cacheKey ?? "file://" + path) {
            try await withCheckedThrowingContinuation { continuation in
                // Reading blocks, which no thread of Swift's own may.
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try read(path) })
                }
            }
        }
    }

    /// Bytes written as text of 64 characters (RFC 4648, 4).
    public static func base64(_ text: String, cacheKey: String) -> ImageProvider {
        ImageProvider(cacheKey: cacheKey) { () throws(FetchError) in
            guard let bytes = Base64.decoded(Array(text.utf8)[...]) else {
                throw FetchError(.provider, "what stands for \(cacheKey) is not base64")
            }
            return bytes
        }
    }

    private static func read(_ path: String) throws(FetchError) -> [UInt8] {
        do throws(SystemCallError) {
            let file = try FileReader(untrusted: path)
            let size = try file.status().size
            if size <= largestFile { return try file.bytes(size) }
        } catch {
            throw FetchError(.provider, "\(path) cannot be read: \(error)")
        }
        throw FetchError(.tooLarge, "\(path) has more than the \(largestFile) bytes that are allowed")
    }
}
