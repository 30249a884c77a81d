extension JSONReader {
    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        try digits()
        if bytes[first] == UInt8(ascii: "0"), offset > first + 1 {
            throw failure("a number does not begin with a zero", at: start)
        }
        let hasFraction = try fraction()
        let hasExponent = try exponent()
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if !hasFraction, !hasExponent {
            if let value = Int64(text) { return .integer(value) }
            if let value = UInt64(text) { return .unsigned(value) }
        }
        guard let value = Double(text), value.isFinite else {
            throw failure("this number is too large", at: start)
        }
        return .double(value)
    }

    /// Reads a fraction if there is one, and returns whether there was.
    private mutating func fraction() throws(JSONSyntaxError) -> Bool {
        guard next == UInt8(ascii: ".") else { return false }
        offset += 1
        try digits()
        return true
    }

    /// Reads an exponent if there is one, and returns whether there was.
    private mutating func exponent() throws(JSONSyntaxError) -> Bool {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return false }
        offset += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
        try digits()
        return true
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = offset
        while let byte = next, Self.isDigit(byte) { offset += 1 }
        guard offset > start else { throw failure("a digit is expected here") }
    }
}
