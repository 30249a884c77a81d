import Wire

/// Finds the records in one direction of a connection, and resynchronises after gaps in the capture.
///
/// It holds at most one record and the bytes after it.
struct TLSRecordStream {
    struct Record {
        var header: TLSRecordHeader
        /// Its range in `buffer`, header included.
        var range: Range<Int>
        /// Stream offset of its header.
        var offset: Int
        /// The packet with its first byte.
        var first: Arrival
        /// The packet with which it and everything before it had arrived.
        var last: Arrival
        /// True if the capture lacks some of its content.
        var isDamaged: Bool
        /// Bytes before it in the stream that belong to no record found.
        var lostBefore: Int

        var end: Int { offset + range.count }
    }

    /// A generous estimate of a packet's payload.
    private static let usualPiece = 4096

    private(set) var buffer: [UInt8] = []
    /// Position in `buffer`, and in the stream, of the first byte that no record has used.
    private var start = 0
    private var position = 0
    /// Arrival of the byte at `start`, if an earlier piece carried it.
    private var first: Arrival?
    /// The newest piece, and its stream offset.
    private var newest = Arrival(stamp: 0, packet: 0)
    private var newestOffset = 0
    private var arrived = Arrival(stamp: 0, packet: 0)
    private var isDamaged = false
    private var isSearching = false
    private var lost = 0

    /// Bytes of memory that records take which are not whole.
    var heldBytes: Int { buffer.count }

    /// Stream offset after the bytes taken or skipped so far.
    var received: Int { position + buffer.count - start }

    /// Stream offset of the next record's header, as far as it is known.
    var nextHeader: Int {
        guard !isSearching, let header = TLSRecordHeader(buffer.span.bytes, at: start) else {
            return received
        }
        return position + TLSRecordHeader.size + header.length
    }

    /// Takes the stream's next bytes.
    mutating func receive(_ bytes: RawSpan, _ mark: Arrival) {
        note(mark)
        // A record comes in many packets, and the last one also begins the next record: reserve room for all
        // of it once.
        if let header = TLSRecordHeader(buffer.span.bytes, at: start), header.isPlausible {
            let beyond = max(Self.usualPiece, bytes.byteCount)
            buffer.reserveCapacity(start + TLSRecordHeader.size + header.length + beyond)
        }
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
    }

    /// The next bytes of the stream are not in the capture. A gap inside a record costs only that record.
    mutating func skip(_ count: Int, _ mark: Arrival) {
        note(mark)
        let held = buffer.count - start
        if !isSearching, let header = TLSRecordHeader(buffer.span.bytes, at: start), header.isPlausible,
            count <= TLSRecordHeader.size + header.length - held
        {
            isDamaged = true
            buffer.append(contentsOf: repeatElement(0, count: count))
        } else {
            lost += held + count
            position += held + count
            buffer = []
            start = 0
            first = nil
            isSearching = true
            isDamaged = false
        }
    }

    /// The next whole record; nil while more bytes are needed. Its bytes stay in `buffer` until the next call.
    mutating func next() -> Record? {
        while true {
            if isSearching, !findRecord() { break }
            guard let header = TLSRecordHeader(buffer.span.bytes, at: start) else { break }
            guard header.isPlausible else {
                isSearching = true
                continue
            }
            let end = start + TLSRecordHeader.size + header.length
            guard end <= buffer.count else { break }
            let record = Record(
                header: header,
                range: start..<end,
                offset: position,
                first: mark(at: position),
                last: arrived,
                isDamaged: isDamaged,
                lostBefore: lost
            )
            lost = 0
            isDamaged = false
            advance(by: end - start)
            return record
        }
        compact()
        return nil
    }

    private mutating func note(_ mark: Arrival) {
        let end = received
        if end > position, first == nil { first = newest }
        newest = mark
        newestOffset = end
        arrived = Arrival.latest(arrived, mark)
    }

    private func mark(at offset: Int) -> Arrival {
        offset >= newestOffset ? newest : first ?? newest
    }

    private mutating func advance(by count: Int) {
        start += count
        position += count
        if position >= newestOffset { first = nil }
    }

    /// Advances to a header whose record is followed by another header. Returns false if more bytes are
    /// needed to decide.
    private mutating func findRecord() -> Bool {
        let (place, isFound) = foundRecord
        lost += place - start
        advance(by: place - start)
        isSearching = !isFound
        return isFound
    }

    /// Position at which a record may begin, and whether that is certain.
    private var foundRecord: (place: Int, isFound: Bool) {
        let bytes = buffer.span.bytes
        var place = start
        while let header = TLSRecordHeader(bytes, at: place) {
            if header.isPlausible {
                guard let next = TLSRecordHeader(bytes, at: place + TLSRecordHeader.size + header.length)
                else { break }
                if next.isPlausible { return (place, true) }
            }
            place += 1
        }
        return (place, false)
    }

    private mutating func compact() {
        guard start > 0 else { return }
        // Release memory between records: there may be very many connections.
        buffer = start == buffer.count ? [] : Array(buffer[start...])
        start = 0
    }
}
