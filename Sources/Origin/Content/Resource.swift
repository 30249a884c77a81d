import HTTP
import Images
import LinuxIO
import Scenarios
import Serving

/// One state of something that the origin serves.
struct Resource: Sendable {
    /// The same, compressed.
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
    /// nil where there is nothing to be of a type.
    let mediaType: String?
    /// As validators have it.
    let digest: String
    /// A shorter body is copied sooner than it takes to send it by a call of its own.
    static let shortestFile = 65_536

    /// The preferred first.
    var variants: [Variant] = []
    /// What most requests for it are answered; copies share it.
    let answers = AnswerSlot()

    init(_ body: [UInt8], mediaType: String?) {
        self.body = ServedBody(body)
        self.mediaType = mediaType
        digest = ContentDigest.text(ContentDigest.of(body))
    }

    var isInKernel: Bool { if case .file = body.pieces.first { true } else { false } }

    /// Has the kernel hold a long body, which sends it without copying it for each request. It takes a descriptor; where
    /// there is none the body stays where it is.
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
