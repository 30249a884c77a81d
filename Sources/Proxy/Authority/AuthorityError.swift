package import LinuxIO
package import TLS

/// Why there is no authority.
package enum AuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
    case file(SystemCallError)
    /// The files hold no authority; the path is the certificate's.
    case unusable(String, TLSError)

    package var description: String {
        switch self {
        case .file(let error): "the authority's file cannot be used: \(error)"
        case .unusable(let path, let error):
            "\(path) and its key are not a certificate authority: \(error); `netlab ca reset` makes a new one"
        }
    }
}
