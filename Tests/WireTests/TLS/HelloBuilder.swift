import Wire

/// Makes TLS hello messages by hand, without type and length.
struct HelloBuilder {
    var version: UInt16 = 0x0303
    var random = [UInt8](repeating: 7, count: 32)
    var session: [UInt8] = []
    var suites: [UInt16] = [0x1301]
    var extensions: [(number: UInt16, content: [UInt8])] = []

    var client: [UInt8] {
        number(version) + random + vector8(session) + vector16(suites.flatMap(number)) + vector8([0])
            + (extensions.isEmpty ? [] : list)
    }

    /// The first suite is the selected one.
    var server: [UInt8] {
        number(version) + random + vector8(session) + number(suites[0]) + [0]
            + (extensions.isEmpty ? [] : list)
    }

    private var list: [UInt8] {
        vector16(extensions.flatMap { number($0.number) + vector16($0.content) })
    }
}

func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
func vector8(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes }
func vector16(_ bytes: [UInt8]) -> [UInt8] { number(UInt16(bytes.count)) + bytes }
func vector24(_ bytes: [UInt8]) -> [UInt8] { [0] + vector16(bytes) }

// Macros of the tests cannot hold a span, so these read from arrays.
func clientHello(_ bytes: [UInt8]) -> TLSClientHello? { TLSClientHello(bytes.span.bytes) }
func serverHello(_ bytes: [UInt8]) -> TLSServerHello? { TLSServerHello(bytes.span.bytes) }
func recordHeader(_ bytes: [UInt8]) -> TLSRecordHeader? { TLSRecordHeader(bytes.span.bytes) }
func alert(_ bytes: [UInt8]) -> TLSAlert? { TLSAlert(bytes.span.bytes) }
func encryptedExtensions(_ bytes: [UInt8]) -> TLSEncryptedExtensions? {
    TLSEncryptedExtensions(bytes.span.bytes)
}
