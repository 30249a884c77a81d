internal import CQUIC
import Glibc

/// The two ends between which a datagram travels.
package struct QUICPath: Hashable, Sendable {
    package var local: QUICAddress
    package var remote: QUICAddress

    package init(local: QUICAddress, remote: QUICAddress) {
        (self.local, self.remote) = (local, remote)
    }

    /// The path as ngtcp2 takes it, which copies what it keeps.
    func withRaw<Result>(_ body: (UnsafePointer<ngtcp2_path>) -> Result) -> Result {
        var (near, far) = (local.raw, remote.raw)
        return withUnsafeMutablePointer(to: &near) { near in
            withUnsafeMutablePointer(to: &far) { far in
                var path = ngtcp2_path()
                path.local.addr = UnsafeMutableRawPointer(near).assumingMemoryBound(to: sockaddr.self)
                path.local.addrlen = local.rawLength
                path.remote.addr = UnsafeMutableRawPointer(far).assumingMemoryBound(to: sockaddr.self)
                path.remote.addrlen = remote.rawLength
                return body(&path)
            }
        }
    }
}
