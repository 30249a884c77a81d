import Wire

/// What the heads on an HTTP/2 connection have said before (HPACK): that takes one byte again, and something new its whole
/// length.
struct HeadTable {
    /// Bytes of a date that differs from the last one.
    private static let date = 23
    /// Share of a media type's characters that Huffman's code takes, and bytes around them.
    private static let (share, frame) = (0.72, 1)

    private let setting: SimulatedMultiplexing
    private var mediaTypes: Set<String> = []
    /// The second of the last head's date.
    private var second: Int64?

    init(_ setting: SimulatedMultiplexing) {
        self.setting = setting
    }

    /// Bytes of the fetch's head that is sent now, its frame included.
    mutating func bytes(of fetch: SimulatedFetch, at now: Instant) -> Int {
        defer { second = KernelTime.seconds(now) }
        let isNewType = fetch.mediaType.map { mediaTypes.insert($0).inserted } ?? false
        guard let second else { return setting.head(fetch.headerBytes, isFirst: true) }
        var bytes = setting.head(fetch.headerBytes, isFirst: false)
        if second != KernelTime.seconds(now) { bytes += Self.date }
        if isNewType, let mediaType = fetch.mediaType {
            bytes += Int((Double(mediaType.utf8.count) * Self.share).rounded(.up)) + Self.frame
        }
        return bytes
    }
}
