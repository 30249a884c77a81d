import Wire

/// TCP options of a SYN.
struct TCPOptions: Hashable {
    var segmentSize: Int?
    /// Left shift of the side's windows; nil if it does not offer scaling.
    var windowShift: Int?
    var allowsSelective = false
    /// From the timestamp option, as for the next one; zero without it.
    var stampValue: UInt32 = 0
    var stampEcho: UInt32 = 0

    /// Reads the options in `range` of the captured bytes, as far as they are well-formed.
    init(_ bytes: RawSpan, in range: Range<Int>) {
        var place = range.lowerBound
        while place < range.upperBound, let kind = bytes.byte(at: place), kind != 0 {
            if kind == 1 {
                place += 1
                continue
            }
            guard let length = bytes.byte(at: place + 1), length >= 2,
                place + Int(length) <= range.upperBound
            else { return }
            switch (kind, length) {
            case (2, 4): segmentSize = bytes.bigEndian16(at: place + 2).map { Int($0) }
            // More than 14 would exceed TCP's largest window.
            case (3, 3): windowShift = bytes.byte(at: place + 2).map { min(14, Int($0)) }
            case (4, 2): allowsSelective = true
            case (8, 10):
                stampValue = bytes.bigEndian32(at: place + 2) ?? 0
                stampEcho = bytes.bigEndian32(at: place + 6) ?? 0
            default: break
            }
            place += Int(length)
        }
    }
}
