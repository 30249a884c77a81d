/// The 16-bit numbers of TLS's registries.
package enum TLSNumber {
    /// True for meaningless numbers that clients send to keep servers tolerant (RFC 8701).
    @inlinable
    package static func isGrease(_ number: UInt16) -> Bool {
        number & 0x0F0F == 0x0A0A && number >> 8 == number & 0xFF
    }

    /// Four hexadecimal digits after `0x`.
    package static func text(_ number: UInt16) -> String { "0x" + digits(number) }

    /// Four hexadecimal digits.
    package static func digits(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}
