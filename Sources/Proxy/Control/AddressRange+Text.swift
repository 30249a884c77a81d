package import Forwarding
import LinuxIO

extension AddressRange {
    /// Reads `192.168.0.0/16` or `192.168.1.20`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bits = parts.count == 2 ? Int(parts[1]) : nil
        guard let address = SocketAddress(String(parts[0]), port: 0)?.host, parts.count == 1 || bits != nil
        else {
            return nil
        }
        self.init(address, bits: bits)
    }
}
