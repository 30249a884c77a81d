import Forwarding
import LinuxIO
import Programs
import Proxy
import TLS

/// A file of `--client-cert`: a certificate with its key, and the servers that it is shown to.
struct ClientCertificateFile {
    private static let longest = 1 << 20

    let servers: HostPattern
    let path: String

    /// Reads `HOST=FILE.pem`.
    init(_ text: String) throws(CommandFailure) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let servers = HostPattern(String(parts[0])) else {
            throw CommandFailure(
                .wrongUsage,
                "--client-cert takes a host and a file: not `\(text)`",
                advice: "for example --client-cert '*.example.com=me.pem'"
            )
        }
        (self.servers, path) = (servers, String(parts[1]))
    }

    func load() throws(CommandFailure) -> ClientCertificate {
        do {
            let text = String(decoding: try WholeFile.read(path, limit: Self.longest), as: UTF8.self)
            return ClientCertificate(for: servers, try ClientIdentity(pem: text))
        } catch let error as TLSError {
            throw CommandFailure(.failed, "--client-cert \(path): \(error)")
        } catch {
            throw CommandFailure(.failed, "the client certificate cannot be read: \(error)")
        }
    }
}
