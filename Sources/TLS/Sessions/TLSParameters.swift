/// Parameters that one end of a session accepts.
package struct TLSParameters: Hashable, Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// Registered names, such as `http/1.1`, the preferred first; if empty, the extension is not used.
    package var applicationProtocols: [String]
    /// Later sessions may resume an earlier one. For a server: whether it gives out tickets.
    package var resumes: Bool

    package init(
        versions: ClosedRange<TLSVersion> = .tls12 ... .tls13,
        applicationProtocols: [String] = [],
        resumes: Bool = true
    ) {
        self.versions = versions
        self.applicationProtocols = applicationProtocols
        self.resumes = resumes
    }
}
