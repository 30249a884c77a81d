/// A file of a scenario and where it is found.
package struct HostedFile: Hashable, Sendable {
    /// As steps and expectations call it: the host stands in front of the files of named origins.
    package var name: String
    package var host: String
    /// On the host, without the leading slash.
    package var path: String
    /// Of the body, in bytes.
    package var size: Int

    /// As steps may call it, too.
    package func url(isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(host)/\(path)"
    }
}
