import Compression
import HTTP

/// What a head says about its body, once the proxy has changed that.
enum BodyFields {
    /// Fields that a changed body makes untrue.
    private static let outdated = [
        "Content-Encoding", "Transfer-Encoding", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest",
        "Trailer",
    ]

    /// Makes the fields fit a new body, which is not compressed.
    static func fit(_ fields: inout HTTPFields, to body: [UInt8]) {
        for name in outdated { fields[name] = nil }
        fields["Content-Length"] = String(body.count)
    }

    /// The body without its compression.
    static func unpacked(
        _ body: [UInt8],
        _ fields: HTTPFields,
        atMost longest: Int
    ) throws(BodyEditFailure) -> [UInt8] {
        do throws(ContentUnpacking.Failure) {
            return try ContentUnpacking.unpacked(body, coding: fields["Content-Encoding"], atMost: longest)
        } catch .tooLong {
            throw .tooLong
        } catch {
            throw .undecodable
        }
    }
}
