/// Counts the complete scans of a progressive JPEG, each of which sharpens the whole picture.
package struct ProgressiveScans: Hashable, Sendable {
    private static let progressiveFrame: UInt8 = 0xC2
    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    /// 0 for anything but a progressive JPEG.
    package private(set) var complete = 0
    /// End of the last complete scan.
    private(set) var end = 0
    private var isProgressive = false
    /// True while a scan has begun and is not complete.
    private var isInScan = false
    /// Position from which to search for the next marker.
    private var place = 2

    package init() {}

    package init(_ bytes: [UInt8]) {
        read(bytes)
    }

    /// Continues from the last position. `bytes` are those of the last call, and more. True if another scan
    /// is complete.
    @discardableResult
    package mutating func read(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        let before = complete
        while let marker = nextMarker(in: bytes), pass(marker, in: bytes) {}
        return complete > before
    }

    /// The marker at `place`, or behind the scan data there; nil if there is none yet.
    private mutating func nextMarker(in bytes: [UInt8]) -> UInt8? {
        while place + 1 < bytes.count {
            guard bytes[place] == 0xFF else {
                guard isInScan else { return nil }
                place += 1
                continue
            }
            let code = bytes[place + 1]
            // Not markers within data: an escaped 0xFF, a restart, and padding.
            let isData = code == 0 || (0xD0...0xD7).contains(code)
            if code == 0xFF { place += 1 } else if isData { place += 2 } else { return code }
        }
        return nil
    }

    /// Moves behind the marker's segment; false if it is incomplete, or nothing follows.
    private mutating func pass(_ marker: UInt8, in bytes: [UInt8]) -> Bool {
        if isInScan {
            isInScan = false
            if isProgressive {
                complete += 1
                end = place
            }
        }
        guard marker != Self.endOfImage, place + 4 <= bytes.count else { return false }
        let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        guard end <= bytes.count, end >= place + 4 else { return false }
        if marker == Self.progressiveFrame { isProgressive = true }
        isInScan = marker == Self.startOfScan
        place = end
        return true
    }
}
