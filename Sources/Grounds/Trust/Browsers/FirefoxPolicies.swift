import Glibc
import JSON
import LinuxIO

/// The policies that Firefox reads when it starts. They name certificates to trust.
enum FirefoxPolicies {
    private static let programs = ["firefox", "firefox-esr"]
    /// Where it is installed if the program on PATH is a script.
    private static let usualFolders = [
        "/usr/lib/firefox-esr", "/usr/lib/firefox", "/usr/lib64/firefox", "/opt/firefox",
    ]
    /// The machine's own policies, which replace those beside the program.
    private static let machineFolder = "/etc/firefox/policies"
    private static let file = "policies.json"
    private static let certificate = "netlab-bench.pem"
    private static let largestFile = 1 << 20

    /// The folders in which installed Firefoxes look for policies; empty if none is found.
    static func folders(path: String) -> [String] {
        let onPath = path.split(separator: ":").flatMap { folder in
            programs.compactMap { name -> String? in
                guard let program = try? Folder.real("\(folder)/\(name)") else { return nil }
                return program.lastIndex(of: "/").map { String(program[..<$0]) }
            }
        }
        let beside = (onPath + usualFolders).compactMap { try? Folder.real("\($0)/distribution") }
        let machines = WholeFile.exists("\(machineFolder)/\(file)") ? [machineFolder] : []
        return Set(beside + machines).filter(Folder.exists).sorted()
    }

    /// Covers the folder with one whose policies name the authority, too. The thread must be in its own mount
    /// namespace.
    static func install(_ authorityPEM: String, in folder: String) throws(BrowserObjection) {
        let path = "\(folder)/\(file)"
        do {
            let own = WholeFile.exists(path) ? try WholeFile.read(path, limit: largestFile) : nil
            guard let text = text(own, trusting: "\(folder)/\(certificate)") else {
                throw BrowserObjection("\(path) is not a JSON object, so no policy can be added")
            }
            try PrivateFiles.cover(folder: folder) { $0 == file }
            try WholeFile.write("\(folder)/\(certificate)", Array(authorityPEM.utf8), mode: 0o644)
            try WholeFile.write(path, Array(text.utf8), mode: 0o644)
        } catch {
            throw BrowserObjection("\(error)")
        }
    }

    /// Policies with a certificate's file added to those to install; nil if they cannot be understood.
    static func text(_ policies: [UInt8]?, trusting certificate: String) -> String? {
        let whole = policies.map { try? JSONValue(parsing: $0) } ?? [:]
        guard case .object? = whole else { return nil }
        let inner = whole?["policies"] ?? [:]
        let certificates = inner["Certificates"] ?? [:]
        let files = (certificates["Install"]?.elements ?? []) + [.string(certificate)]
        return whole?.with(
            "policies",
            inner.with("Certificates", certificates.with("Install", .array(files)))
        )
        .pretty
    }
}

extension JSONValue {
    /// An object with a member set, in its place if it is there. What is no object becomes one.
    fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return [key: value] }
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = value
        } else {
            members.append(Member(key: key, value: value))
        }
        return .object(members)
    }
}
