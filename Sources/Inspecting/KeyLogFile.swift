import LinuxIO
package import Programs
import TLS

/// A file with TLS secrets, as written by browsers and other clients.
package enum KeyLogFile {
    private static let longest = 1 << 30

    /// The file's text, which has at least one secret.
    package static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let text: [UInt8]
        do {
            text = try WholeFile.read(path, limit: longest)
        } catch {
            throw CommandFailure.invalidFile("\(path): error: \(error.reason)")
        }
        var secrets = SessionSecrets()
        secrets.add(text.span.bytes)
        if secrets.isEmpty {
            throw CommandFailure.invalidFile(
                "\(path): error: the file holds no TLS secrets",
                advice: "browsers and curl write their secrets there with SSLKEYLOGFILE=\(path)"
            )
        }
        return text
    }
}
