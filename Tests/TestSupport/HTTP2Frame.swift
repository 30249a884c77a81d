/// An HTTP/2 frame as on the wire, valid or not.
package struct HTTP2Frame: Equatable, Sendable {
    package enum Kind {
        package static let data: UInt8 = 0
        package static let headers: UInt8 = 1
        package static let priority: UInt8 = 2
        package static let reset: UInt8 = 3
        package static let settings: UInt8 = 4
        package static let push: UInt8 = 5
        package static let ping: UInt8 = 6
        package static let goAway: UInt8 = 7
        package static let windowUpdate: UInt8 = 8
        package static let continuation: UInt8 = 9
        package static let priorityUpdate: UInt8 = 16
    }

    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    package static let endStream: UInt8 = 1
    package static let acknowledged: UInt8 = 1
    package static let endHeaders: UInt8 = 4

    package var kind: UInt8
    package var flags: UInt8
    package var stream: Int32
    package var payload: [UInt8]

    package init(_ kind: UInt8, flags: UInt8 = 0, stream: Int32 = 0, _ payload: [UInt8] = []) {
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    /// Removes the whole frames at the start of `bytes`; an incomplete frame is left.
    package static func take(from bytes: inout [UInt8]) -> [HTTP2Frame] {
        var frames: [HTTP2Frame] = []
        var place = 0
        while bytes.count - place >= 9 {
            let count = Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
            guard bytes.count - place >= 9 + count else { break }
            let stream = bytes[place + 5..<place + 9].reduce(Int32(0)) { $0 << 8 | Int32($1) }
            let payload = Array(bytes[place + 9..<place + 9 + count])
            frames.append(HTTP2Frame(bytes[place + 3], flags: bytes[place + 4], stream: stream, payload))
            place += 9 + count
        }
        bytes.removeFirst(place)
        return frames
    }

    package var serialised: [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), kind, flags]
            + Self.word(UInt32(bitPattern: stream)) + payload
    }

    package var endsStream: Bool { stream != 0 && flags & Self.endStream != 0 }

    /// The code in a RST_STREAM or GOAWAY.
    package var code: UInt32 { payload.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// The code in a GOAWAY, whose first word is a stream.
    package var farewell: UInt32 { payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

    package static func word(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    // MARK: What clients say

    package static func settings(_ entries: [(UInt16, UInt32)] = []) -> HTTP2Frame {
        HTTP2Frame(
            Kind.settings,
            entries.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 0xFF)] + word($0.1) }
        )
    }

    package static let settingsReceived = HTTP2Frame(Kind.settings, flags: acknowledged)

    /// A GET request's pseudo-fields, and more fields after them.
    package static func get(
        _ path: String,
        on stream: Int32,
        _ fields: [(String, String)] = [],
        endsStream: Bool = true
    ) -> HTTP2Frame {
        request(pseudo("GET", path) + fields, on: stream, endsStream: endsStream)
    }

    package static func request(
        _ fields: [(String, String)],
        on stream: Int32,
        endsStream: Bool = true
    ) -> HTTP2Frame {
        let flags = endHeaders | (endsStream ? endStream : 0)
        return HTTP2Frame(Kind.headers, flags: flags, stream: stream, block(fields))
    }

    package static func pseudo(_ method: String, _ path: String) -> [(String, String)] {
        [(":method", method), (":scheme", "http"), (":authority", "origin.test"), (":path", path)]
    }

    package static func data(_ bytes: [UInt8], on stream: Int32, endsStream: Bool = true) -> HTTP2Frame {
        HTTP2Frame(Kind.data, flags: endsStream ? endStream : 0, stream: stream, bytes)
    }

    package static func reset(_ stream: Int32, _ code: UInt32 = 8) -> HTTP2Frame {
        HTTP2Frame(Kind.reset, stream: stream, word(code))
    }

    package static func window(_ more: UInt32, on stream: Int32 = 0) -> HTTP2Frame {
        HTTP2Frame(Kind.windowUpdate, stream: stream, word(more))
    }

    package static func ping() -> HTTP2Frame { HTTP2Frame(Kind.ping, [UInt8](repeating: 7, count: 8)) }

    /// RFC 9218: sets the stream's priority to `text`.
    package static func priority(of stream: Int32, _ text: String) -> HTTP2Frame {
        HTTP2Frame(Kind.priorityUpdate, word(UInt32(bitPattern: stream)) + Array(text.utf8))
    }

    // MARK: What servers say

    package static func response(
        _ status: String,
        on stream: Int32,
        _ fields: [(String, String)] = [],
        endsStream: Bool = false
    ) -> HTTP2Frame {
        request([(":status", status)] + fields, on: stream, endsStream: endsStream)
    }

    /// The last processed stream, and why later ones are not processed.
    package static func farewell(_ code: UInt32, last: UInt32) -> HTTP2Frame {
        HTTP2Frame(Kind.goAway, word(last) + word(code))
    }

    // MARK: Fields

    /// Fields encoded in the simplest way: literal, without indexing.
    package static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + string($0.0) + string($0.1) }
    }

    private static func string(_ text: String) -> [UInt8] { integer(text.utf8.count, bits: 7) + text.utf8 }

    /// RFC 7541, 5.1; `first` is the rest of its first byte.
    package static func integer(_ value: Int, bits: Int, first: UInt8 = 0) -> [UInt8] {
        let most = 1 << bits - 1
        guard value >= most else { return [first | UInt8(value)] }
        var bytes = [first | UInt8(most)]
        var rest = value - most
        while rest >= 128 {
            bytes.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
