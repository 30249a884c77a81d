package import Wire

/// Appends JSON text to a buffer of UTF-8 bytes. It builds no tree, since logs have a line for every packet.
///
/// The caller is responsible for valid JSON: it opens and closes objects and arrays, and names each member
/// once.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Clears the text and keeps the memory for more.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends text that already is JSON.
    package mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    @inlinable package mutating func integer(_ value: some FixedWidthInteger) {
        integer(magnitude: UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    }

    @usableFromInline mutating func integer(magnitude: UInt64, isNegative: Bool) {
        var magnitude = magnitude
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
            magnitude /= 10
        } while magnitude > 0
        bytes[first...].reverse()
    }

    /// Writes the shortest text that reads back as the same number, or null if the number is not finite.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return raw("null") }
        if value == value.rounded(), abs(value) < 1e15 { return integer(Int64(value)) }
        raw(value.description)
    }

    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            case 0..<0x20, 0x7F: escaped(unit)
            // The controls behind ASCII's are C2 80 to C2 9F: a terminal heeds them, too.
            case 0x80...0x9F where bytes.last == 0xC2:
                bytes.removeLast()
                escaped(unit)
            default: bytes.append(unit)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `"name":value`, with a comma in front unless it is the object's first member.
    package mutating func member(_ name: String, _ value: Instant?) {
        member(name, value?.nanoseconds)
    }

    @inlinable package mutating func member(_ name: String, _ value: (some FixedWidthInteger)?) {
        comma(name)
        if let value { integer(value) } else { raw("null") }
    }

    package mutating func member(_ name: String, _ value: String?) {
        comma(name)
        if let value { string(value) } else { raw("null") }
    }

    /// Writes the member only if there is a value.
    @inlinable package mutating func known(_ name: String, _ value: (some FixedWidthInteger)?) {
        if let value { member(name, value) }
    }

    // The usual types again, since another module calls the generic one through metadata, which costs more than the digits.
    package mutating func member(_ name: String, _ value: Int?) {
        comma(name)
        if let value { integer(value) } else { raw("null") }
    }

    package mutating func member(_ name: String, _ value: Int64?) {
        comma(name)
        if let value { integer(value) } else { raw("null") }
    }

    package mutating func known(_ name: String, _ value: Int?) {
        if let value { member(name, value) }
    }

    package mutating func known(_ name: String, _ value: Int64?) {
        if let value { member(name, value) }
    }

    package mutating func known(_ name: String, _ value: Instant?) {
        if let value { member(name, value) }
    }

    package mutating func known(_ name: String, _ value: String?) {
        if let value { member(name, value) }
    }

    package mutating func known(_ name: String, _ value: Bool?) {
        if let value { member(name, value) }
    }

    package mutating func member(_ name: String, _ values: [String]) {
        comma(name)
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            string(value)
        }
        raw("]")
    }

    /// Each range as its two ends.
    package mutating func member(_ name: String, _ ranges: [Range<Int64>]) {
        comma(name)
        raw("[")
        for (index, range) in ranges.enumerated() {
            raw(index > 0 ? ",[" : "[")
            integer(range.lowerBound)
            raw(",")
            integer(range.upperBound)
            raw("]")
        }
        raw("]")
    }

    package mutating func member(_ name: String, _ value: Bool?) {
        comma(name)
        raw(value.map { $0 ? "true" : "false" } ?? "null")
    }

    /// Null if the number is not finite.
    package mutating func member(_ name: String, _ value: Double?) {
        comma(name)
        if let value { double(value) } else { raw("null") }
    }

    package mutating func member(_ name: String, json value: JSONValue) {
        comma(name)
        value.writeLine(to: &self)
    }

    @usableFromInline mutating func comma(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        raw(name)
        raw("\":")
    }

    private mutating func escaped(_ unit: UInt8) {
        let digits = Array("0123456789abcdef".utf8)
        raw("\\u00")
        bytes.append(digits[Int(unit >> 4)])
        bytes.append(digits[Int(unit & 15)])
    }
}
