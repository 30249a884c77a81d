import LinuxIO
import TLS

/// The folder beside an authority that keeps the certificates for hosts with their keys, so that clients see the same
/// ones after a restart. Proxies that run at the same time may share it.
///
/// Nothing depends on it: a file that is damaged, out of date or not this user's alone is ignored, and a folder that
/// cannot be written keeps nothing.
package struct LeafFolder: Hashable, Sendable {
    private static let longest = 1 << 14
    /// Seconds after which nobody finishes a file any more.
    private static let patience: Int64 = 3600

    package let path: String
    /// Files at most; the oldest make room.
    private let most: Int

    package init(_ path: String, most: Int = 1000) {
        (self.path, self.most) = (path, most)
    }

    /// The kept identity for the subject; nil if none is usable after `until`, in seconds since 1970.
    func identity(
        for subject: CertificateSubject,
        of authority: CertificateAuthority,
        after until: Int64
    ) -> ServerIdentity? {
        guard isUsable, let text = text(of: file(subject, authority)),
            let identity = try? ServerIdentity(pem: text), authority.hasIssued(identity),
            identity.covers(subject), let end = identity.until, end > until
        else { return nil }
        return identity
    }

    /// Keeps an identity if that is possible. Others see the whole file or none.
    func keep(_ identity: ServerIdentity, for subject: CertificateSubject, of authority: CertificateAuthority)
    {
        let fresh = "\(path)/new-\(RandomToken.text())"
        do {
            try Folder.make(path, mode: 0o700)
            guard isUsable else { return }
            makeRoom()
            try WholeFile.writeNew(fresh, [Array(try identity.pem.utf8)])
            try WholeFile.rename(fresh, to: file(subject, authority))
        } catch {
            WholeFile.remove(fresh)
        }
    }

    /// Removes what cannot be used any more: files of other authorities, of before `since` (seconds since 1970), and
    /// those that nobody finishes.
    func tidy(for authority: CertificateAuthority, since: Int64, now: Int64) {
        guard isUsable else { return }
        let prefix = Self.prefix(authority)
        for (name, status) in (try? Folder.files(in: path)) ?? [] {
            let modified = status.modified / 1_000_000_000
            let isOver =
                name.hasPrefix("new-")
                ? modified < now - Self.patience : !name.hasPrefix(prefix) || modified < since
            if isOver { WholeFile.remove("\(path)/\(name)") }
        }
    }

    /// Forgets all of them.
    package func remove() {
        if isUsable { Folder.remove(path) }
    }

    /// Another user could put files into a folder that is not this user's alone.
    private var isUsable: Bool {
        FileStatus(path).map { $0.isFolder && $0.isPrivate } ?? false
    }

    private func makeRoom() {
        guard let files = try? Folder.files(in: path), files.count >= most else { return }
        let oldest = files.sorted { $0.status.modified < $1.status.modified }
        for (name, _) in oldest.prefix(files.count - most + 1) { WholeFile.remove("\(path)/\(name)") }
    }

    private func text(of file: String) -> String? {
        guard let reader = try? FileReader(untrusted: file), let status = try? reader.status(),
            status.isRegular, status.isPrivate, let bytes = try? reader.bytes(Self.longest)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hosts may have names that no file can have.
    private func file(_ subject: CertificateSubject, _ authority: CertificateAuthority) -> String {
        let name = subject.names.joined(separator: ",") + subject.addresses.map { "[\($0)]" }.joined()
        return "\(path)/\(Self.prefix(authority))\(Digest.sha256.text(of: Array(name.utf8)).prefix(32)).pem"
    }

    private static func prefix(_ authority: CertificateAuthority) -> String {
        "\(Digest.sha256.text(of: authority.certificateDER).prefix(16))-"
    }
}
