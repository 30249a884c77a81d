import LinuxIO

/// The folder that every server serves in a benchmark, and the servers' configuration files. Removed at the
/// end.
final class BenchSite {
    enum Body: String, CaseIterable {
        case small = "1k.bin"
        case large = "300k.bin"

        var bytes: Int { self == .small ? 1000 : 300_000 }
        var words: String { self == .small ? "1 kB" : "300 kB" }
    }

    /// Milliseconds to leave the files alone. netlab reopens a recently changed file for each request, since
    /// its stamps could hide another change; files are usually older than that.
    private static let settling: Int32 = 2500

    /// Folder of everything that is not served.
    let folder: String
    let root: String
    private var others: [String] = []

    init() throws {
        folder = "/tmp/netlab-bench-\(RunClock.wall())"
        root = "\(folder)/site"
        try Folder.make(root, mode: 0o700)
        for body in Body.allCases {
            let bytes = (0..<body.bytes).map { UInt8(truncatingIfNeeded: $0) }
            try WholeFile.write("\(root)/\(body.rawValue)", bytes)
        }
        Readiness.wait(for: [], milliseconds: Self.settling)
    }

    deinit {
        for folder in [folder] + others { Folder.removeWhole(folder) }
    }

    /// The path of a folder beside this one, for a program that runs as another user. Removed at the end, too.
    func path(beside name: String) -> String {
        others.append("\(folder)-\(name)")
        return others[others.count - 1]
    }

    func file(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ name: String, _ text: String) throws {
        try WholeFile.write(file(name), Array(text.utf8))
    }

    var certificate: String { file("certificate.pem") }
    var key: String { file("key.pem") }

    /// The folders that nginx makes even if nothing is put into them, for its configuration.
    var nginxFolders: String {
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(file($0));" }
            .joined(separator: " ")
    }

    /// The certificate in nginx's words.
    var nginxCertificate: String { "ssl_certificate \(certificate); ssl_certificate_key \(key);" }

    /// Makes a certificate for the servers that need one.
    func makeCertificate(_ openssl: ToolRun) throws {
        try openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "1",
            "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
        ])
    }
}
