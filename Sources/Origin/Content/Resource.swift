import Fixtures
import HTTP
import LinuxIO
import Scenarios
import Serving

/// One state of something that the origin serves.
struct Resource: Sendable {
    /// A compressed form of the content.
    struct Variant: Sendable {
        let coding: ContentCoding
        let body: [UInt8]
        let digest: String

        init(coding: ContentCoding, body: [UInt8]) {
            self.coding = coding
            self.body = body
            digest = ContentDigest.text(ContentDigest.of(body))
        }
    }

    private(set) var body: ServedBody
    /// nil if there is no content that could have a type.
    let mediaType: String?
    /// In the form for validators.
    let digest: String
    /// Copying a shorter body is faster than a separate call to send it.
    static let shortestFile = 65_536

    /// The preferred first.
    var variants: [Variant] = []
    /// The usual answers for it; copies share them.
    let answers = AnswerSlot()

    init(_ body: [UInt8], mediaType: String?) {
        self.body = ServedBody(body)
        self.mediaType = mediaType
        digest = ContentDigest.text(ContentDigest.of(body))
    }

    var isInKernel: Bool { if case .file = body.pieces.first { true } else { false } }

    /// Moves a long body into the kernel, which sends it without copying it for each request. It takes a
    /// descriptor; if none is left, the body stays in memory.
    mutating func moveToKernel(named name: String) {
        guard body.count >= Self.shortestFile, case .memory(let bytes) = body.pieces.first,
            let file = try? SharedFile.unnamed(Array(bytes), name: name)
        else { return }
        body = ServedBody(file, 0..<bytes.count)
    }

    init(_ body: [UInt8], _ kind: ImageKind) {
        self.init(body, mediaType: kind.mediaType)
    }
}
