import HTTP
import Images

/// One state of something that the origin serves.
struct Resource: Sendable {
    let body: [UInt8]
    let mediaType: String
    let digest: UInt64

    init(_ body: [UInt8], _ kind: ImageKind) {
        self.body = body
        mediaType = kind.mediaType
        digest = ContentDigest.of(body)
    }

    func entityTag(_ validators: OriginConfiguration.Validators) -> EntityTag? {
        switch validators {
        case .strong: EntityTag(ContentDigest.text(digest))
        case .weak: EntityTag(ContentDigest.text(digest), isWeak: true)
        case .none: nil
        }
    }
}
