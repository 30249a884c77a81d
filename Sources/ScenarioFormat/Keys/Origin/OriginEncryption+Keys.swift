import Scenarios

extension OriginEncryption: Keyed {
    static var blank: OriginEncryption { OriginEncryption() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("version", &version, .optional(.word))
        keys.key("certificate", &certificate, .word)
        keys.key("resumption", &resumes, .flag)
        keys.key("earlyData", &takesEarlyData, .flag.unless(false))
    }
}

extension Notation<OriginEncryption?> {
    /// Whether the origin encrypts, or how.
    static var encryption: Self {
        let whole = Notation<OriginEncryption>.mapping()
        return Self(
            { values, node, title in
                guard node.entries == nil else {
                    return whole.read(values, node, title).map { .some($0) }
                }
                return values.flag(node, title).map { $0 ? .blank : nil }
            },
            { $0.flatMap { $0 == .blank ? "true" : whole.text($0) } ?? "false" }
        )
    }
}
