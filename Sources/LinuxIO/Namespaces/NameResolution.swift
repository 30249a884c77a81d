import Wire

/// How this process, and every program that it starts, finds the addresses of names: by one name server.
package enum NameResolution {
    private static let resolverFile = "/etc/resolv.conf"
    private static let switchFile = "/etc/nsswitch.conf"
    /// Where the C library asks the machine's own cache of names, if that runs.
    private static let cacheSocket = "/var/run/nscd/socket"
    private static let loopback: UInt32 = 0x7F00_0001
    /// More than any such file holds; what is beyond it is lost to this process.
    private static let largestFile = 1 << 20

    /// The IPv4 addresses of the servers that the machine's programs ask, in their order.
    package static func machineServers() throws(SystemCallError) -> [UInt32] {
        guard WholeFile.exists(resolverFile) else { return servers(inResolverText: "") }
        let bytes = try WholeFile.read(resolverFile, limit: largestFile)
        return servers(inResolverText: String(decoding: bytes, as: UTF8.self))
    }

    /// Where none is named at all it is the machine itself, as for the C library.
    package static func servers(inResolverText text: String) -> [UInt32] {
        let named = text.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.count > 1 && words[0] == "nameserver" ? words[1] : nil
        }
        if named.isEmpty { return [loopback] }
        return named.compactMap { server in
            if case .v4(let address)? = SocketAddress(String(server), port: 0)?.host { address } else { nil }
        }
    }

    /// Puts the server in place of the machine's, in the private mount namespace of the calling thread.
    ///
    /// `timeout` is how many seconds the C library waits for an answer before it asks again, `attempts` how often it asks
    /// in all: it takes no more than 30 and 5. `takesLongAnswers`
    /// is for a server that may have them, and speaks UDP only. The machine's own file of hosts still comes first.
    package static func use(
        server address: UInt32,
        timeout: Int,
        attempts: Int,
        takesLongAnswers: Bool = false
    ) throws(PrivateFilesError) {
        let text = resolverText(
            server: address,
            timeout: timeout,
            attempts: attempts,
            takesLongAnswers: takesLongAnswers
        )
        try PrivateFiles.replace(resolverFile, with: Array(text.utf8))
        // Both could answer without the server being asked. Where they are not there, they do not.
        if WholeFile.exists(switchFile) {
            let before: [UInt8]
            do {
                before = try WholeFile.read(switchFile, limit: largestFile)
            } catch {
                throw .refused(error)
            }
            try PrivateFiles.replace(switchFile, with: asksServer(before))
        }
        if WholeFile.exists(cacheSocket) { try PrivateFiles.replace(cacheSocket, with: []) }
    }

    package static func resolverText(
        server address: UInt32,
        timeout: Int,
        attempts: Int,
        takesLongAnswers: Bool = false
    ) -> String {
        let extensions = takesLongAnswers ? " edns0" : ""
        // A search list would be taken from the machine's name, and every unknown name be asked for twice.
        return """
            nameserver \(IPAddress.v4(address))
            search .
            options timeout:\(timeout) attempts:\(attempts)\(extensions)

            """
    }

    /// The switch file with hosts looked up in files and then by DNS, every other database as it was.
    package static func asksServer(_ switchFile: [UInt8]) -> [UInt8] {
        let others = switchFile.split(separator: UInt8(ascii: "\n")).filter { line in
            !line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: "hosts:".utf8)
        }
        return Array((others + [ArraySlice("hosts: files dns".utf8)]).joined(separator: "\n".utf8)) + [10]
    }
}
