import Foundation

/// A classic pcap of one download, made byte by byte: it needs no rights, no line and no time.
struct HandmadeCapture {
    private static let client: (address: [UInt8], port: UInt16) = ([10, 0, 0, 1], 40_000)
    private static let server: (address: [UInt8], port: UInt16) = ([10, 0, 0, 2], 80)
    private static let (fin, syn, push, ack): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 8, 16)

    private var bytes: [UInt8] = []

    /// `host` is asked for `path`, and answers after `wait` milliseconds. `start` is in seconds since 1970.
    init(host: String, path: String, wait: UInt32 = 30, start: UInt32 = 1_790_000_000) {
        let words: [UInt32] = [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, 101]
        for word in words { append(word) }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8) + body
        let (asked, answered) = (UInt32(1 + request.count), UInt32(1 + response.count))
        packet(start, at: 0, isUp: true, Self.syn, 0, 0, [])
        packet(start, at: 10, isUp: false, Self.syn | Self.ack, 0, 1, [])
        packet(start, at: 10, isUp: true, Self.ack, 1, 1, [])
        packet(start, at: 11, isUp: true, Self.push | Self.ack, 1, 1, request)
        packet(start, at: 21 + wait, isUp: false, Self.push | Self.ack, 1, asked, response)
        packet(start, at: 22 + wait, isUp: true, Self.fin | Self.ack, asked, answered, [])
        packet(start, at: 32 + wait, isUp: false, Self.fin | Self.ack, answered, asked + 1, [])
    }

    var data: Data { Data(bytes) }

    private mutating func append(_ word: UInt32) {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }

    private mutating func packet(
        _ start: UInt32,
        at milliseconds: UInt32,
        isUp: Bool,
        _ flags: UInt8,
        _ sequence: UInt32,
        _ acknowledged: UInt32,
        _ payload: [UInt8]
    ) {
        func big(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
        }
        let (from, to) = isUp ? (Self.client, Self.server) : (Self.server, Self.client)
        let length = UInt32(40 + payload.count)
        let internet: [UInt8] =
            [0x45, 0] + big(length, 2) + [0, 0, 0x40, 0, 64, 6, 0, 0] + from.address + to.address
        let transport: [UInt8] =
            big(UInt32(from.port), 2) + big(UInt32(to.port), 2) + big(sequence, 4) + big(acknowledged, 4)
            + [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        for word in [start, milliseconds * 1000, length, length] { append(word) }
        bytes += internet + transport + payload
    }
}
