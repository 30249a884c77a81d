/// Why a peer ended its session: the description of a fatal alert (RFC 8446, 6.2).
package struct TLSAlertCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The peer did not accept the certificate: it does not know who issued it, or wants another one.
    package var refusesCertificate: Bool {
        // bad_certificate, unsupported_, revoked, expired, certificate_unknown, unknown_ca
        [42, 43, 44, 45, 46, 48].contains(rawValue)
    }
}
