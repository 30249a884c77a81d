import Compression
import Wire

/// Measures the unpacked size of one response's content, and passes the content on if wanted.
final class ContentMeter {
    private let context: CaptureContext
    private let connection: CaptureConnection
    private let decompressor: (any Decompressor)?
    private let body: (any BodySink)?
    private var bytes = 0
    private var isDamaged = false

    /// nil if nobody needs to see the content.
    init?(_ exchange: CaptureExchange, _ context: CaptureContext) {
        self.context = context
        connection = exchange.connection
        let format = exchange.contentCoding.flatMap(CompressedFormat.init(contentCoding:))
        body = context.bodies?.sink(for: exchange)
        guard body != nil || format != nil && context.options.decodesContent else { return nil }
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
            guard context.unpack(unpacked.byteCount, connection) else { return false }
            bytes += unpacked.byteCount
            body?.receive(unpacked)
            return true
        }
        if !isWhole { fail() }
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
