import LinuxIO
import Proxy
import TLS

/// The certificates that this machine trusts.
enum SystemTrust {
    private static let longest = 1 << 24

    /// Those of `SSL_CERT_FILE`, or else of the system's bundle.
    static func bundle() throws(UpstreamFailure) -> String {
        let named = Environment.variables["SSL_CERT_FILE"]
        let path =
            named ?? TrustBundle.systemPaths.first(where: WholeFile.exists) ?? TrustBundle.systemPaths[0]
        do throws(SystemCallError) {
            return String(decoding: try WholeFile.read(path, limit: longest), as: UTF8.self)
        } catch {
            throw .trust(error)
        }
    }
}
