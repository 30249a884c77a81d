import HTTP
import Images
import Scenarios

/// One state of something that the origin serves.
struct Resource: Sendable {
    /// The same, compressed.
    struct Variant: Sendable {
        let coding: ContentCoding
        let body: [UInt8]
        let digest: UInt64

        init(coding: ContentCoding, body: [UInt8]) {
            self.coding = coding
            self.body = body
            digest = ContentDigest.of(body)
        }
    }

    let body: [UInt8]
    /// nil where there is nothing to be of a type.
    let mediaType: String?
    let digest: UInt64
    /// The preferred first.
    var variants: [Variant] = []

    init(_ body: [UInt8], mediaType: String?) {
        self.body = body
        self.mediaType = mediaType
        digest = ContentDigest.of(body)
    }

    init(_ body: [UInt8], _ kind: ImageKind) {
        self.init(body, mediaType: kind.mediaType)
    }
}
