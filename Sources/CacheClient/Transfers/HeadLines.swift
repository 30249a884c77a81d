internal import HTTP

/// Collects the lines of an answer's head and parses them when the head is complete. Pure.
struct HeadLines {
    /// Maximum number of fields of one answer; later ones are left out.
    static let most = 1000
    /// Size that most heads do not exceed.
    private static let usualBytes = 512

    /// From the status line; 0 before it arrives.
    private(set) var status = 0
    /// Fields of the complete head, without those of interim answers before it.
    private(set) var fields = HTTPFields()
    private var bytes: [UInt8] = []
    private var count = 0

    /// True for the empty line after a head.
    static func isEnd(_ line: UnsafeRawBufferPointer) -> Bool { line.first == 0x0D || line.first == 0x0A }

    /// True if this line, which includes its line end, ends the head.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = line.first else { return false }
        if first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            self = HeadLines()
            status = Self.status(line)
            bytes.reserveCapacity(Self.usualBytes)
            return false
        }
        guard count <= Self.most || Self.isEnd(line) else { return false }
        count += 1
        bytes.append(contentsOf: line)
        guard Self.isEnd(line) else { return false }
        let head = bytes
        bytes = []
        fields = HTTPFields(head: head, atMost: Self.most)
        return true
    }

    /// Takes a head that is parsed already.
    mutating func take(_ head: HTTPResponseHead) {
        self = HeadLines()
        (status, fields) = (head.status, head.fields)
    }

    /// The number after the first space; 0 if there is none.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        guard let space = line.firstIndex(of: 0x20) else { return 0 }
        var status = 0
        for byte in line[(space + 1)...].prefix(3) {
            guard byte >= 0x30, byte <= 0x39 else { break }
            status = status * 10 + Int(byte - 0x30)
        }
        return status
    }
}
