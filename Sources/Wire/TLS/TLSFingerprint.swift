/// Fingerprints of the program that wrote a Client Hello, in two conventional forms. Both end in a digest,
/// which is computed elsewhere; these are its inputs.
package struct TLSFingerprint: Hashable, Sendable {
    /// Input of the MD5 that is JA3.
    package let ja3Text: String
    /// The first part of JA4.
    package let ja4Head: String
    /// Input of the truncated SHA-256 that is JA4's second part; empty if that part is zeros.
    package let ja4Suites: String
    /// Input of the third part, likewise.
    package let ja4Extensions: String

    package init(_ hello: TLSClientHello, isOverQUIC: Bool = false) {
        let suites = hello.cipherSuites.map(\.rawValue).filter { !TLSNumber.isGrease($0) }
        let extensions = hello.extensions.filter { !TLSNumber.isGrease($0) }
        let groups = hello.groups.map(\.rawValue).filter { !TLSNumber.isGrease($0) }
        ja3Text = [
            "\(hello.version.rawValue)", Self.list(suites), Self.list(extensions), Self.list(groups),
            Self.list(hello.pointFormats.map(UInt16.init)),
        ].joined(separator: ",")
        ja4Head =
            (isOverQUIC ? "q" : "t") + Self.version(hello.newestVersion)
            + (hello.serverName == nil ? "i" : "d")
            + Self.count(suites.count)
            + Self.count(extensions.count) + Self.protocolMark(hello.applicationProtocols.first)
        ja4Suites = Self.sorted(suites)
        let told = extensions.filter {
            $0 != TLSExtension.serverName && $0 != TLSExtension.applicationProtocols
        }
        let schemes = hello.signatureSchemes.filter { !TLSNumber.isGrease($0) }.map(TLSNumber.digits)
        let sorted = Self.sorted(told)
        ja4Extensions =
            schemes.isEmpty || sorted.isEmpty ? sorted : sorted + "_" + schemes.joined(separator: ",")
    }

    private static func list(_ numbers: [UInt16]) -> String {
        numbers.map { "\($0)" }.joined(separator: "-")
    }

    private static func sorted(_ numbers: [UInt16]) -> String {
        numbers.map(TLSNumber.digits).sorted().joined(separator: ",")
    }

    private static func count(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(min(number, 99))"
    }

    private static func version(_ version: TLSProtocolVersion) -> String {
        switch version {
        case .tls13: "13"
        case .tls12: "12"
        case .tls11: "11"
        case .tls10: "10"
        case .ssl30: "s3"
        default: version.rawValue == 2 ? "s2" : "00"
        }
    }

    /// First and last character of the first protocol; if they are not alphanumeric, those of its hexadecimal
    /// bytes.
    private static func protocolMark(_ name: String?) -> String {
        guard let name, let first = name.utf8.first, let last = name.utf8.last else { return "00" }
        if isAlphanumeric(first), isAlphanumeric(last) {
            return String(decoding: [first, last], as: UTF8.self)
        }
        return String(first >> 4, radix: 16) + String(last & 0x0F, radix: 16)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
