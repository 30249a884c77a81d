/// The certificates that one end presents, its own first.
package struct TLSCertificateMessage: Hashable, Sendable {
    /// Maximum certificates examined.
    package static let mostCertificates = 16

    /// Range of each certificate in the message's body, in DER.
    package var certificates: [Range<Int>] = []

    /// Reads the message's body in the layout of `version`. Stops at a malformed entry.
    package init(_ body: RawSpan, _ version: TLSProtocolVersion) {
        var start = 0
        let isNew = version.rawValue >= TLSProtocolVersion.tls13.rawValue
        if isNew {
            guard let context = body.vector8(at: 0) else { return }
            start = context.upperBound
        }
        guard let list = body.vector24(at: start) else { return }
        var offset = list.lowerBound
        while offset < list.upperBound, certificates.count < Self.mostCertificates {
            guard let entry = body.vector24(at: offset), entry.upperBound <= list.upperBound else { return }
            certificates.append(entry)
            offset = entry.upperBound
            if isNew {
                guard let extensions = body.vector16(at: offset) else { return }
                offset = extensions.upperBound
            }
        }
    }
}
