/// Counts the events of a `text/event-stream` body (server-sent events) as its bytes pass. An event is what a
/// browser hands to the page: a block of lines with `data`, ended by a blank line.
package struct EventStreamTally: Hashable, Sendable {
    private static let data = Array("data".utf8)

    /// With all bytes of the body.
    package private(set) var count = MessageCount()
    /// Bytes of the line so far.
    private var place = 0
    /// The line so far is the name `data`, or the beginning of it.
    private var isData = true
    /// The block has such a line.
    private var hasData = false
    private var endsInCarriageReturn = false

    package init() {}

    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        count.bytes += bytes.count
        for byte in bytes { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        defer { endsInCarriageReturn = byte == 0x0D }
        switch byte {
        case 0x0A where endsInCarriageReturn: break
        case 0x0A, 0x0D: endLine()
        default:
            if isData, place <= Self.data.count {
                isData = place == Self.data.count ? byte == UInt8(ascii: ":") : byte == Self.data[place]
            }
            place += 1
        }
    }

    private mutating func endLine() {
        if place == 0 {
            if hasData { count.messages += 1 }
            hasData = false
        } else if isData, place >= Self.data.count {
            hasData = true
        }
        (place, isData) = (0, true)
    }
}
