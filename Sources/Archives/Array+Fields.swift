import HTTP

extension [HTTPField] {
    /// The first value of that name, which is given in lower case.
    package func value(of name: String) -> String? {
        first { $0.name.lowercased() == name }?.value
    }
}
