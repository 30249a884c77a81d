import HTTP
import Wire

/// Values in few bytes: whole numbers by their size, and repeated text only once.
package struct PackedWriter {
    /// Limits of shared text, which stays in memory as long as the results: other text is stored in place.
    private static let mostShared = 4096
    private static let longestShared = 128

    package private(set) var bytes: [UInt8] = []
    private(set) var shared: [String] = []
    private var places: [String: Int] = [:]

    package init() {}

    mutating func removeBytes() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func put(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func put(_ value: Int64) {
        put(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func put(_ value: Int) { put(Int64(value)) }

    mutating func put(_ flags: [Bool]) {
        put(flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt64)
    }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 {
            put($0.count)
            bytes += $0
        }
    }

    /// Text that other results also contain.
    mutating func putShared(_ text: String) {
        if let place = places[text] { return put(place + 1) }
        guard shared.count < Self.mostShared, text.utf8.count <= Self.longestShared else {
            put(0)
            return put(text)
        }
        shared.append(text)
        places[text] = shared.count - 1
        put(shared.count)
    }

    mutating func put<Value>(_ value: Value?, _ put: (inout PackedWriter, Value) -> Void) {
        self.put(value == nil ? 0 : 1)
        if let value { put(&self, value) }
    }

    /// Values preceded by their count.
    mutating func put<Value>(_ values: [Value], _ put: (inout PackedWriter, Value) -> Void) {
        self.put(values.count)
        for value in values { put(&self, value) }
    }

    mutating func put(_ value: Int?) { put(value) { $0.put($1) } }
    mutating func put(_ value: Int64?) { put(value) { $0.put($1) } }
    mutating func putShared(_ text: String?) { put(text) { $0.putShared($1) } }

    /// A timestamp, usually close to `start`.
    mutating func put(_ stamp: Int64?, after start: Int64) {
        put(stamp.map { $0 &- start })
    }

    mutating func put(_ endpoint: Endpoint) {
        switch endpoint.address {
        case .v4(let address):
            put(4)
            put(UInt64(address))
        case .v6(let high, let low):
            put(6)
            put(high)
            put(low)
        }
        put(UInt64(endpoint.port))
    }

    mutating func put(_ handshake: Handshake?) {
        put(handshake) {
            $0.put($1.syn)
            $0.put($1.synAck, after: $1.syn)
            $0.put($1.ack, after: $1.syn)
        }
    }

    mutating func put(_ fields: HTTPFields?) {
        put(fields) { writer, fields in
            let fields = Array(fields)
            writer.put(fields.count)
            for field in fields {
                writer.putShared(field.name)
                writer.put(field.value)
            }
        }
    }
}
