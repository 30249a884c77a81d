// A header of Glibc's that its module does not name belongs to the module that is asked for it first.
import CLinux
import Glibc
package import Wire

/// Host names looked up by the system's resolver: files, DNS, or whatever `nsswitch.conf` says.
package enum HostNames {
    /// The addresses of a name, in the order in which to try them; an address's text is itself. Blocks until
    /// the resolver has answered.
    package static func addresses(of name: String) throws(HostNameError) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &first)
        guard status == 0 else { throw HostNameError(name, status) }
        defer { freeaddrinfo(first) }
        var found: [IPAddress] = []
        var entry = first
        while let current = entry {
            if let raw = current.pointee.ai_addr, let address = SocketAddress(raw)?.host,
                !found.contains(address)
            {
                found.append(address)
            }
            entry = current.pointee.ai_next
        }
        return found
    }
}
