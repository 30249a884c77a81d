import Wire

/// Which peer has which addresses inside the tunnel: that of the longest prefix.
struct AllowedAddresses {
    private var owners: [AddressPrefix: Peer] = [:]
    /// Lengths of prefixes in use, longest first: usually one or two.
    private var lengths4: [Int] = []
    private var lengths6: [Int] = []

    /// The peer that a packet with this address belongs to.
    func owner(of address: IPAddress) -> Peer? {
        for bits in address.isV4 ? lengths4 : lengths6 {
            if let owner = owners[AddressPrefix.network(of: address, bits: bits)] { return owner }
        }
        return nil
    }

    func owner(of prefix: AddressPrefix) -> Peer? { owners[prefix.network] }

    mutating func add(_ prefix: AddressPrefix, _ peer: Peer) {
        owners[prefix.network] = peer
        noteLengths()
    }

    mutating func remove(_ peer: Peer) {
        owners = owners.filter { $0.value !== peer }
        noteLengths()
    }

    private mutating func noteLengths() {
        lengths4 = Set(owners.keys.filter(\.address.isV4).map(\.bits)).sorted(by: >)
        lengths6 = Set(owners.keys.filter { !$0.address.isV4 }.map(\.bits)).sorted(by: >)
    }
}
