import Dispatch
internal import HTTP
internal import LinuxIO
internal import Wire

/// Makes an image's bytes without an origin. The result is cached under its key and never revalidated.
public struct ImageProvider: Sendable {
    /// A larger file is a failure.
    static let largestFile = 200 << 20

    /// The image's key in the caches.
    public var cacheKey: String
    /// Makes the bytes. Its task is cancelled with the load.
    public var bytes: @Sendable () async throws -> [UInt8]

    /// Makes a provider whose image `bytes` makes.
    public init(cacheKey: String, bytes: @escaping @Sendable () async throws -> [UInt8]) {
        self.cacheKey = cacheKey
        self.bytes = bytes
    }

    /// Reads a file of this machine; the key is its path by default.
    public static func file(_ path: String, cacheKey: String? = nil) -> ImageProvider {
        ImageProvider(cacheKey: cacheKey ?? "file://" + path) {
            try await withCheckedThrowingContinuation { continuation in
                // Reading blocks, and Swift's own threads must not block.
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try read(path) })
                }
            }
        }
    }

    /// Decodes Base64 text (RFC 4648, 4).
    public static func base64(_ text: String, cacheKey: String) -> ImageProvider {
        ImageProvider(cacheKey: cacheKey) { () throws(FetchError) in
            guard let bytes = Base64.decoded(Array(text.utf8)[...]) else {
                throw FetchError(.provider, "the content of \(cacheKey) is not base64")
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
        throw FetchError(.tooLarge, "\(path) has more than the allowed \(largestFile) bytes")
    }
}
