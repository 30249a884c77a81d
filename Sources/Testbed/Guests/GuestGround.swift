package import LinuxIO
package import TLS

/// A line and an origin for programs that know nothing of netlab.
///
/// The main thread uses and takes it down, and it must outlive the guests.
package protocol GuestGround: AnyObject {
    /// Base URL of the origin, without a trailing slash.
    var originURL: String { get }
    /// The same by HTTPS; nil if the origin does not speak TLS.
    var secureOriginURL: String? { get }
    /// Variables that point guests to the certificates to trust; nil if this machine has no bundle to extend.
    var trust: TLSTrust? { get }
    /// Who signed the origin's certificate.
    var authority: CertificateAuthority { get }
    /// False if the machine's network was requested, but the machine has no usable name server.
    var resolvesNames: Bool { get }

    /// Starts a guest on the client's side of the line.
    func start(_ order: ProgramOrder) throws -> SupervisedProgram

    /// Takes it down after its guests have ended.
    func finish() -> GuestSummary
}

extension GuestGround {
    /// Why only some names resolve, for people; nil if all do.
    package var objectionToNames: String? {
        resolvesNames
            ? nil : "/etc/resolv.conf has no server with an IPv4 address: only the bench's own names resolve"
    }
}
