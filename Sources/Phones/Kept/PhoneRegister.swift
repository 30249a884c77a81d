import WireGuard

/// netlab's own key and all phones, as they are kept.
struct PhoneRegister: Hashable, Sendable {
    let key: TunnelKey
    /// In the order of their numbers.
    private(set) var phones: [Phone]

    /// With a new key and no phones.
    init() throws(TunnelKeyError) {
        key = try TunnelKey()
        phones = []
    }

    /// No name, number or key stands twice in `phones`.
    init(key: TunnelKey, phones: [Phone]) {
        self.key = key
        self.phones = phones.sorted { $0.number < $1.number }
    }

    func phone(named name: PhoneName) -> Phone? { phones.first { $0.name == name } }

    /// The smallest number that no phone has; nil if all are taken.
    var freeNumber: UInt8? {
        let taken = Set(phones.map(\.number))
        return Phone.numbers.first { !taken.contains($0) }
    }

    mutating func add(_ phone: Phone) {
        self = PhoneRegister(key: key, phones: phones + [phone])
    }

    /// False if there was no such phone.
    mutating func remove(_ name: PhoneName) -> Bool {
        let count = phones.count
        phones.removeAll { $0.name == name }
        return phones.count < count
    }
}
