/// Values by tokens that the table issues, each found with one look.
///
/// A token is a place and a running number. None is issued twice, so an outdated token finds nothing.
struct TokenTable<Value> {
    private static var placeBits: UInt64 { 32 }

    /// Smaller numbers are never tokens of the table.
    static var firstToken: UInt64 { 1 << placeBits }

    private var places: [(token: UInt64, value: Value)?] = []
    private var free: [Int] = []
    private var number: UInt64 = 0
    private(set) var count = 0

    init() {}

    var isEmpty: Bool { count == 0 }

    var values: [Value] { places.compactMap { $0?.value } }

    subscript(token: UInt64) -> Value? {
        let place = Self.place(of: token)
        guard place < places.count, let found = places[place], found.token == token else { return nil }
        return found.value
    }

    /// Issues a token for a value that is inserted later.
    mutating func takeToken() -> UInt64 {
        number += 1
        if free.isEmpty {
            free.append(places.count)
            places.append(nil)
        }
        return number << Self.placeBits | UInt64(free.removeLast())
    }

    /// `token` was taken and has no value yet.
    mutating func insert(_ value: Value, at token: UInt64) {
        places[Self.place(of: token)] = (token, value)
        count += 1
    }

    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        places[Self.place(of: token)] = nil
        free.append(Self.place(of: token))
        count -= 1
    }

    private static func place(of token: UInt64) -> Int { Int(token & (firstToken - 1)) }
}
