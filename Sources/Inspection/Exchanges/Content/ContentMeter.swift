import Compression
import Wire

/// Measures the unpacked size of one response's content, and passes the content on if wanted.
final class ContentMeter {
    /// Largest unpacked body. A larger one is taken for a decompression bomb.
    private static let most = 1 << 30

    private let decompressor: (any Decompressor)?
    private let body: (any BodySink)?
    private var bytes = 0
    private var isDamaged = false

    /// nil if nobody needs to see the content.
    init?(_ exchange: CaptureExchange, _ options: ConversationOptions, bodies: (any BodyCollector)?) {
        let format = exchange.contentCoding.flatMap(CompressedFormat.init(contentCoding:))
        body = bodies?.sink(for: exchange)
        guard body != nil || format != nil && options.decodesContent else { return nil }
        decompressor = format?.decompressor()
    }

    /// The next bytes of the content as transferred.
    func receive(_ content: RawSpan) {
        guard let decompressor else {
            bytes += content.byteCount
            body?.receive(content)
            return
        }
        guard !isDamaged else { return }
        let isWhole = decompressor.receive(content) { unpacked in
            bytes += unpacked.byteCount
            body?.receive(unpacked)
            return bytes <= Self.most
        }
        if !isWhole { isDamaged = true }
    }

    /// Part of the content is not in the capture.
    func fail() {
        isDamaged = true
        body?.skip()
    }

    /// The content has ended.
    func close(_ exchange: inout CaptureExchange) {
        body?.finish()
        guard let decompressor else { return }
        exchange.isDecoded = !isDamaged && decompressor.isAtEnd
        if exchange.isDecoded { exchange.decodedBytes = bytes }
    }
}
