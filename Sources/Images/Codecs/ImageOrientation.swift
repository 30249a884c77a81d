/// The orientation of a camera, as the EXIF block of a JPEG states it: how to turn the stored rows.
///
/// The raw values are those of the EXIF tag.
enum ImageOrientation: UInt16, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, leftMirrored, right, rightMirrored, left

    private static let exifMark = Array("Exif\0\0".utf8)
    private static let orientationTag: UInt16 = 0x0112
    private static let shortValue: UInt16 = 3

    /// Reads an application block in front of the picture; nil if it is not EXIF, or is malformed.
    init?(block: some Collection<UInt8>) {
        guard block.starts(with: Self.exifMark) else { return nil }
        guard let orientation = Self.read(Array(block.dropFirst(Self.exifMark.count))) else { return nil }
        self = orientation
    }

    /// True if the stored rows are shown as columns.
    var swapsSides: Bool { rawValue >= Self.leftMirrored.rawValue }

    /// Reads the TIFF file inside the block. Entries of its first directory have 12 bytes each.
    private static func read(_ block: [UInt8]) -> ImageOrientation? {
        let isLittle = block.starts(with: "II".utf8)
        guard isLittle || block.starts(with: "MM".utf8) else { return nil }
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset + count <= block.count else { return nil }
            let digits = block[offset..<offset + count]
            return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, bytes: 4), let entries = number(at: directory, bytes: 2) else {
            return nil
        }
        for entry in 0..<entries {
            let place = directory + 2 + entry * 12
            guard let tag = number(at: place, bytes: 2), let type = number(at: place + 2, bytes: 2) else {
                return nil
            }
            guard tag == orientationTag, type == shortValue else { continue }
            return number(at: place + 8, bytes: 2).flatMap { ImageOrientation(rawValue: UInt16($0)) }
        }
        return nil
    }
}
