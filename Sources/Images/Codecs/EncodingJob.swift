import Fixtures
import Wire

/// One encoding under way: paints the rows that a library requests, and collects the bytes that it produces.
/// Belongs to the thread that encodes.
final class EncodingJob {
    /// Fills one row, counted from the top, with 8-bit red, green and blue.
    typealias Painter = (_ row: Int, _ samples: UnsafeMutableBufferPointer<UInt8>) -> Void

    let size: PixelSize
    /// 3, or 4 if rows interleave red, green, blue and coverage.
    let channels: Int
    private let paint: Painter
    /// Maximum size in bytes. A larger image is given up at once.
    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isOverLimit = false
    private let isWanted: @Sendable () -> Bool
    private var isGivenUp = false

    init(
        _ size: PixelSize,
        channels: Int = 3,
        limit: Int,
        isWanted: @escaping @Sendable () -> Bool = { true },
        _ paint: @escaping Painter
    ) {
        self.size = size
        self.channels = channels
        self.limit = limit
        self.isWanted = isWanted
        self.paint = paint
    }

    /// Runs a library's encoder, which passes `context` back to `paintRow` and `store`.
    func run<Value>(_ body: (_ context: UnsafeMutableRawPointer) -> Value) -> Value {
        withExtendedLifetime(self) { body(Unmanaged.passUnretained(self).toOpaque()) }
    }

    static let paintRow:
        @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UInt8>?) -> Void =
            { context, row, samples in
                guard let job = job(context) else { return }
                job.paint(
                    Int(row),
                    into: UnsafeMutableBufferPointer(start: samples, count: job.size.width * job.channels)
                )
            }

    static let store: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32 =
        { context, bytes, count in
            job(context)?.take(UnsafeBufferPointer(start: bytes, count: count)) == true ? 1 : 0
        }

    static let shouldContinue: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        job(context)?.shouldContinue == true ? 1 : 0
    }

    static func job(_ context: UnsafeMutableRawPointer?) -> EncodingJob? {
        context.map { Unmanaged<EncodingJob>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Leaves rows of an unwanted picture unpainted; the library stops at its next output.
    func paint(_ row: Int, into samples: UnsafeMutableBufferPointer<UInt8>) {
        if shouldContinue { paint(row, samples) }
    }

    /// False once the picture is no longer wanted, which gives it up permanently.
    var shouldContinue: Bool {
        if !isGivenUp, !isWanted() { isGivenUp = true }
        return !isGivenUp
    }

    /// Returns false if the bytes exceed the limit, or the picture is no longer wanted.
    func take(_ more: UnsafeBufferPointer<UInt8>) -> Bool {
        guard shouldContinue else { return false }
        if bytes.count + more.count > limit {
            isOverLimit = true
            return false
        }
        bytes += more
        return true
    }

    /// The image; nil if it exceeded the limit.
    func result(_ kind: ImageKind, isDone: Bool, reason: String) throws(ImageError) -> [UInt8]? {
        if isGivenUp { throw .unwanted(kind) }
        if isOverLimit { return nil }
        guard isDone else { throw .encoding(kind, reason: reason) }
        return bytes
    }
}
