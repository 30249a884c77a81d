/// An origin beside the scenario's own, addressed by its host name.
package struct NamedOrigin: Hashable, Sendable {
    /// In lower case.
    package var host: String
    package var settings: OriginSettings

    package init(host: String, settings: OriginSettings) {
        self.host = host
        self.settings = settings
    }
}
