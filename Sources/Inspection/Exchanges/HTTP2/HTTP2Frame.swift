/// The head of a frame of HTTP/2, as RFC 9113 lays it out.
struct HTTP2Frame {
    static let headLength = 9

    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let pushPromise: UInt8 = 5
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
    }

    enum Flag {
        static let endStream: UInt8 = 0x01
        static let acknowledgement: UInt8 = 0x01
        static let endHeaders: UInt8 = 0x04
        static let padded: UInt8 = 0x08
        static let priority: UInt8 = 0x20
    }

    private static let windowUpdateLength = 4

    let length: Int
    let kind: UInt8
    let flags: UInt8
    let stream: UInt32

    /// Reads nine bytes.
    init(_ head: [UInt8]) {
        length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        kind = head[3]
        flags = head[4]
        stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    /// True if the frame's payload must be seen; otherwise its bytes are only counted.
    var isKept: Bool {
        switch kind {
        case Kind.headers, Kind.reset, Kind.settings, Kind.pushPromise, Kind.goAway, Kind.continuation: true
        case Kind.windowUpdate: length == Self.windowUpdateLength
        default: false
        }
    }
}
