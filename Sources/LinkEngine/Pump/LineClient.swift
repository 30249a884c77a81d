package import Wire

/// One of several clients on a line, known by its address in each version of IP.
package struct LineClient: Hashable, Sendable {
    package let ip4: IPAddress
    package let ip6: IPAddress

    package init(ip4: IPAddress, ip6: IPAddress) {
        self.ip4 = ip4
        self.ip6 = ip6
    }

    /// The seed of the client's own line, by the seed of the line that all share. Clients meet different fates, and a client
    /// meets the same ones in each run.
    func seed(on line: UInt64) -> UInt64 {
        let place =
            switch ip4 {
            case .v4(let address): UInt64(address)
            case .v6(let high, let low): high ^ SplitMix.mixed(low)
            }
        return SplitMix.mixed(SplitMix.mixed(line) ^ SplitMix.mixed(place))
    }
}
