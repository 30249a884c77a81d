/// What an end of a session is willing to agree to.
package struct TLSParameters: Hashable, Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// By their registered names, such as `http/1.1`, the preferred first; with none the extension is not used.
    package var applicationProtocols: [String]
    /// A later session may take up where an earlier one left off. At a server: whether it gives out tickets.
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
