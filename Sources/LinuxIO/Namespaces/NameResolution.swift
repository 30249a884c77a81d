package import Wire

/// Name resolution for this process and its children: through one name server.
package enum NameResolution {
    private static let resolverFile = "/etc/resolv.conf"
    private static let switchFile = "/etc/nsswitch.conf"
    /// Socket of the machine's name cache, which the C library asks if it runs.
    private static let cacheSocket = "/var/run/nscd/socket"
    private static let loopback: UInt32 = 0x7F00_0001
    /// Larger than any such file; this process ignores the rest.
    private static let largestFile = 1 << 20

    /// IPv4 addresses of the machine's name servers, in order.
    package static func machineServers() throws(SystemCallError) -> [UInt32] {
        guard WholeFile.exists(resolverFile) else { return servers(inResolverText: "") }
        let bytes = try WholeFile.read(resolverFile, limit: largestFile)
        return servers(inResolverText: String(decoding: bytes, as: UTF8.self))
    }

    /// Without any server, the address is this machine's, as for the C library.
    package static func servers(inResolverText text: String) -> [UInt32] {
        let named = text.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.count > 1 && words[0] == "nameserver" ? words[1] : nil
        }
        if named.isEmpty { return [loopback] }
        return named.compactMap { server in
            if case .v4(let address)? = IPAddress(String(server)) { address } else { nil }
        }
    }

    /// Replaces the machine's name server in the private mount namespace of the calling thread.
    ///
    /// `timeout` is how many seconds the C library waits for an answer before it asks again, and `attempts`
    /// is the total number of its attempts; it accepts at most 30 and 5. `takesLongAnswers` is for a server
    /// with long answers that only speaks UDP. The machine's hosts file still takes precedence.
    package static func use(
        server address: IPAddress,
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
        // Both files could make programs answer without the server; they may be missing.
        if WholeFile.exists(switchFile) {
            let before: [UInt8]
            do {
                before = try WholeFile.read(switchFile, limit: largestFile)
            } catch {
                throw .refused(error)
            }
            try PrivateFiles.replace(switchFile, with: withDNSLookup(before))
        }
        if WholeFile.exists(cacheSocket) { try PrivateFiles.replace(cacheSocket, with: []) }
    }

    package static func resolverText(
        server address: IPAddress,
        timeout: Int,
        attempts: Int,
        takesLongAnswers: Bool = false
    ) -> String {
        let extensions = takesLongAnswers ? " edns0" : ""
        // Otherwise the search list would come from the machine's name, and unknown names would be asked for
        // twice.
        return """
            nameserver \(address)
            search .
            options timeout:\(timeout) attempts:\(attempts)\(extensions)

            """
    }

    /// The switch file with hosts looked up in files and then by DNS; other databases stay the same.
    package static func withDNSLookup(_ switchFile: [UInt8]) -> [UInt8] {
        let others = switchFile.split(separator: UInt8(ascii: "\n")).filter { line in
            !line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: "hosts:".utf8)
        }
        return Array((others + [ArraySlice("hosts: files dns".utf8)]).joined(separator: "\n".utf8)) + [10]
    }
}
