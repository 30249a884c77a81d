package import Wire

extension TCPHeader.Flags {
    private static let named: [(TCPHeader.Flags, Character)] = [
        (.syn, "S"), (.fin, "F"), (.rst, "R"), (.psh, "P"), (.ack, "A"), (.urg, "U"),
    ]

    /// One letter for each flag that is set, such as `SA`.
    package var letters: String {
        String(Self.named.filter { contains($0.0) }.map(\.1))
    }

    /// Ignores unknown letters.
    package init(letters: String) {
        self = Self.named.reduce(into: []) { set, one in
            if letters.contains(one.1) { set.insert(one.0) }
        }
    }
}
