/// A file of a scenario and its address.
package struct HostedFile: Hashable, Sendable {
    /// The name in steps and expectations. Files of named origins have their host in front.
    package var name: String
    package var host: String
    /// Path on the host, without the leading slash.
    package var path: String
    /// Size of the body in bytes.
    package var size: Int

    /// The file's URL, which steps may use instead of the name.
    package func url(isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(host)/\(path)"
    }
}
