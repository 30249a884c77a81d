import LinuxIO

/// The database of certificates in a user's home (`~/.pki/nssdb`), which Chromium, Chrome and what is made of
/// them read. It is covered with a copy that has one more authority.
final class CertificateDatabase {
    /// A database has some 50 kB.
    private static let largestFile = 64 << 20
    private static let tool = "certutil"
    /// Debian's package that has it.
    private static let package = "libnss3-tools"

    private let folder: String
    /// The folder above, which is removed where it was made for this.
    private let parent: String
    private let lock: SharedLock

    /// Makes the folder where it is missing, since a mount needs one. The thread must be in its own mount
    /// namespace.
    init(
        adding authorityPEM: String,
        home: String?,
        with certutil: ToolRun? = ToolRun(named: tool)
    ) throws(BrowserObjection) {
        guard let home, home.hasPrefix("/") else {
            throw BrowserObjection("HOME does not name the folder of the browser's certificates")
        }
        guard let certutil else {
            throw BrowserObjection("\(Self.tool) is missing (apt install \(Self.package))")
        }
        parent = "\(home)/.pki"
        folder = "\(parent)/nssdb"
        do {
            try Folder.make(folder, mode: 0o700, modeAbove: 0o700)
            lock = try SharedLock.take(folder)
            try Self.cover(folder)
        } catch {
            throw BrowserObjection("\(error)")
        }
        do {
            try Self.add(authorityPEM, to: folder, with: certutil)
        } catch {
            remove()
            throw BrowserObjection("\(error)")
        }
    }

    /// Shows the user's own database again, and removes a folder that has none, unless another bench uses it.
    func remove() {
        PrivateFiles.uncover(folder: folder)
        guard lock.isLast() else { return }
        Folder.removeEmpty(folder)
        Folder.removeEmpty(parent)
    }

    /// Covers the database with a copy, which may be changed.
    private static func cover(_ folder: String) throws {
        let own = try Folder.files(in: folder).filter(\.status.isRegular).map(\.name)
        let copies = try own.map { (name: $0, bytes: try read("\(folder)/\($0)")) }
        try PrivateFiles.cover(folder: folder, without: own.contains)
        for copy in copies { try WholeFile.write("\(folder)/\(copy.name)", copy.bytes) }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let bytes = try WholeFile.read(path, limit: largestFile)
        guard bytes.count <= largestFile else { throw BrowserObjection("\(path) is too large to copy") }
        return bytes
    }

    private static func add(_ authorityPEM: String, to folder: String, with certutil: ToolRun) throws {
        let certificate = "\(folder)/netlab.pem"
        try WholeFile.write(certificate, Array(authorityPEM.utf8))
        defer { WholeFile.remove(certificate) }
        // C: an authority for servers, and for nothing else.
        try certutil.run([
            "-A", "-d", "sql:\(folder)", "-n", "netlab bench CA", "-t", "C,,", "-i", certificate,
        ])
    }
}
