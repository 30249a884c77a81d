import HTTP
import Wire

/// Reads the output of a `PackedWriter`. Missing bytes read as zeroes: a file may have lost them.
package struct PackedReader {
    private let bytes: [UInt8]
    private let end: Int
    private var place: Int
    private let shared: [String]

    init(_ bytes: [UInt8], in range: Range<Int>, shared: [String]) {
        self.bytes = bytes
        place = range.lowerBound
        end = min(range.upperBound, bytes.count)
        self.shared = shared
    }

    mutating func number() -> UInt64 {
        var (value, shift) = (UInt64(0), 0)
        while place < end, shift < 64 {
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { break }
            shift += 7
        }
        return value
    }

    mutating func number16() -> UInt16 { UInt16(truncatingIfNeeded: number()) }

    mutating func stamp() -> Int64 {
        let value = number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func count() -> Int { Int(stamp()) }

    mutating func flags(_ count: Int) -> [Bool] {
        let bits = number()
        return (0..<count).map { bits >> UInt64($0) & 1 == 1 }
    }

    mutating func text() -> String {
        let count = min(max(0, count()), max(0, end - place))
        defer { place += count }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    mutating func sharedText() -> String {
        let number = count()
        if number == 0 { return text() }
        return shared.indices.contains(number - 1) ? shared[number - 1] : ""
    }

    mutating func optional<Value>(_ value: (inout PackedReader) -> Value) -> Value? {
        count() == 0 ? nil : value(&self)
    }

    mutating func countOrNil() -> Int? { optional { $0.count() } }
    mutating func sharedTextOrNil() -> String? { optional { $0.sharedText() } }

    mutating func stampOrNil(after start: Int64 = 0) -> Int64? {
        optional { $0.stamp() &+ start }
    }

    mutating func endpoint() -> Endpoint {
        let address: IPAddress =
            count() == 6
            ? .v6(high: number(), low: number()) : .v4(UInt32(truncatingIfNeeded: number()))
        return Endpoint(address: address, port: UInt16(truncatingIfNeeded: number()))
    }

    mutating func handshake() -> Handshake? {
        optional { reader in
            let syn = reader.stamp()
            return Handshake(
                syn: syn,
                synAck: reader.stampOrNil(after: syn),
                ack: reader.stampOrNil(after: syn)
            )
        }
    }

    mutating func fields() -> HTTPFields? {
        optional { reader in
            var fields = HTTPFields()
            for _ in 0..<max(0, min(reader.count(), reader.end - reader.place)) {
                fields.append(reader.sharedText(), reader.text())
            }
            return fields
        }
    }

    /// Values preceded by their count.
    mutating func list<Value>(_ value: (inout PackedReader) -> Value) -> [Value] {
        (0..<max(0, min(count(), end - place))).map { _ in value(&self) }
    }
}
