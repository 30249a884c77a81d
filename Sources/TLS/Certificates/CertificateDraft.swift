internal import COpenSSL
import Glibc

/// A certificate before it is signed.
struct CertificateDraft {
    enum Purpose {
        case authority
        /// Its names and addresses, in OpenSSL's notation: `DNS:a.test,IP:192.0.2.1`.
        case server(String)
    }

    private static let organisation = "netlab"
    /// Longer names do not fit into a subject.
    private static let longestCommonName = 64
    private static let serialBytes: Int32 = 16

    var commonName: String
    var purpose: Purpose
    var validity: CertificateValidity

    /// Signs it; if `issuer` is nil it signs itself.
    func signed(
        for key: PrivateKey,
        by signer: PrivateKey,
        issuer: Certificate?
    ) throws(TLSError) -> Certificate {
        LibraryErrors.clear()
        let what = "a certificate for \(commonName)"
        let certificate = try Certificate.Unsigned(what)
        let raw = certificate.raw
        try LibraryErrors.check(what, X509_set_version(raw, Int(X509_VERSION_3)) == 1)
        try LibraryErrors.check(what, Self.setSerial(raw))
        try LibraryErrors.check(what, ASN1_TIME_set(X509_getm_notBefore(raw), Int(validity.from)) != nil)
        try LibraryErrors.check(what, ASN1_TIME_set(X509_getm_notAfter(raw), Int(validity.until)) != nil)
        try LibraryErrors.check(what, setSubject(raw))
        let issuerName = X509_get_subject_name(issuer?.raw ?? raw)
        try LibraryErrors.check(what, X509_set_issuer_name(raw, issuerName) == 1)
        try LibraryErrors.check(what, X509_set_pubkey(raw, key.raw) == 1)
        for (number, value) in extensions(isSelfIssued: issuer == nil) {
            let isAdded = netlab_x509_add_extension(raw, issuer?.raw ?? raw, number, value) == 1
            try LibraryErrors.check(what, isAdded)
        }
        try LibraryErrors.check(what, X509_sign(raw, signer.raw, EVP_sha256()) > 0)
        return try Certificate(owning: certificate.release())
    }

    /// Extensions required by RFC 5280 and strict clients.
    private func extensions(isSelfIssued: Bool) -> [(Int32, String)] {
        switch purpose {
        case .authority:
            [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ]
        case .server(let names):
            [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_subject_alt_name, names),
            ] + (isSelfIssued ? [] : [(NID_authority_key_identifier, "keyid:always")])
        }
    }

    private func setSubject(_ raw: OpaquePointer) -> Bool {
        let name = X509_get_subject_name(raw)
        func add(_ field: String, _ value: String) -> Bool {
            X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, value, -1, -1, 0) == 1
        }
        guard add("O", Self.organisation) else { return false }
        return commonName.utf8.count > Self.longestCommonName || add("CN", commonName)
    }

    /// Random, so that no client confuses certificates of two runs.
    private static func setSerial(_ raw: OpaquePointer) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Int(serialBytes))
        guard RAND_bytes(&bytes, serialBytes) == 1 else { return false }
        // A serial number is positive.
        bytes[0] = bytes[0] & 0x7F | 0x40
        guard let number = BN_bin2bn(bytes, serialBytes, nil) else { return false }
        defer { BN_free(number) }
        return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(raw)) != nil
    }
}

extension Certificate {
    /// A certificate that is being filled in.
    fileprivate struct Unsigned: ~Copyable {
        let raw: OpaquePointer

        init(_ what: String) throws(TLSError) {
            raw = try LibraryErrors.made(what, X509_new())
        }

        deinit {
            X509_free(raw)
        }

        consuming func release() -> OpaquePointer {
            let raw = self.raw
            discard self
            return raw
        }
    }
}
