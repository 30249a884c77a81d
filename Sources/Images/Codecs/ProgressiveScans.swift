/// How many of a progressive JPEG's scans are there in full: each makes the whole picture sharper.
package struct ProgressiveScans: Hashable, Sendable {
    private static let progressiveFrame: UInt8 = 0xC2
    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    /// 0 for what is no progressive JPEG.
    package private(set) var complete = 0
    /// Where the last of them ends.
    private(set) var end = 0
    private var isProgressive = false
    /// A scan has begun and is not complete.
    private var isInScan = false
    /// Where the next marker is looked for.
    private var place = 2

    package init() {}

    package init(_ bytes: [UInt8]) {
        read(bytes)
    }

    /// Goes on where it was: `bytes` are those of the last time, and more. True where another scan is complete.
    @discardableResult
    package mutating func read(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        let before = complete
        while let marker = nextMarker(in: bytes), pass(marker, in: bytes) {}
        return complete > before
    }

    /// The marker at `place`, or behind the data of the scan there; nil where there is none yet.
    private mutating func nextMarker(in bytes: [UInt8]) -> UInt8? {
        while place + 1 < bytes.count {
            guard bytes[place] == 0xFF else {
                guard isInScan else { return nil }
                place += 1
                continue
            }
            let code = bytes[place + 1]
            // Within data: a byte that happens to be 0xFF, a restart, and filling.
            let isData = code == 0 || (0xD0...0xD7).contains(code)
            if code == 0xFF { place += 1 } else if isData { place += 2 } else { return code }
        }
        return nil
    }

    /// Goes behind the marker's segment; false where that is not there yet, or nothing follows.
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
