import LinuxIO
package import TLS

/// Where a proxy's authority is kept: its certificate, for clients to trust, and its key, for nobody else to
/// read.
package struct AuthorityFiles: Hashable, Sendable {
    /// Ten years: a phone is given the certificate once.
    private static let days: Int64 = 3650
    private static let longest = 1 << 16

    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// `$XDG_DATA_HOME/netlab`, or `~/.local/share/netlab`; nil if neither variable is set.
    package init?(environment: [String: String]) {
        guard let folder = DataFolder.path(in: environment) else { return nil }
        self.folder = folder
    }

    package var certificate: String { "\(folder)/ca.pem" }
    package var key: String { "\(folder)/ca-key.pem" }

    /// The certificates for hosts.
    package var leaves: LeafFolder { LeafFolder("\(folder)/hosts") }

    package var exist: Bool { WholeFile.exists(certificate) && WholeFile.exists(key) }

    /// The kept authority, or a new one, which is kept from now on. `name` is shown where devices list what
    /// they trust; `now` is in seconds since 1970.
    package func authority(named name: String, now: Int64) throws(AuthorityError) -> CertificateAuthority {
        if exist { return try read() }
        let (made, key) = try make(named: name, now: now)
        try write(made.certificatePEM, key)
        return made
    }

    private func make(
        named name: String,
        now: Int64
    ) throws(AuthorityError) -> (CertificateAuthority, key: String) {
        do throws(TLSError) {
            let made = try CertificateAuthority(named: name, validity: .days(Self.days, from: now))
            return (made, try made.keyPEM)
        } catch {
            throw .unusable(certificate, error)
        }
    }

    /// Forgets the authority: devices that trusted it trust the next one only when they are told to.
    package func remove() {
        WholeFile.remove(key)
        WholeFile.remove(certificate)
        leaves.remove()
    }

    package func read() throws(AuthorityError) -> CertificateAuthority {
        let (certificate, key) = (try text(of: certificate), try text(of: key))
        do throws(TLSError) {
            return try CertificateAuthority(certificatePEM: certificate, keyPEM: key)
        } catch {
            throw .unusable(self.certificate, error)
        }
    }

    private func text(of path: String) throws(AuthorityError) -> String {
        do throws(SystemCallError) {
            return String(decoding: try WholeFile.read(path, limit: Self.longest), as: UTF8.self)
        } catch {
            throw .file(error)
        }
    }

    private func write(_ certificate: String, _ key: String) throws(AuthorityError) {
        do throws(SystemCallError) {
            try Folder.make(folder, mode: 0o700)
            // The key first: a certificate without its key would be taken for an authority.
            WholeFile.remove(self.key)
            try WholeFile.writeNew(self.key, [Array(key.utf8)])
            try WholeFile.write(self.certificate, Array(certificate.utf8), mode: 0o644)
        } catch {
            throw .file(error)
        }
    }
}
