/// One caller of the transfer loop. Later ones have higher numbers.
struct TransferTicket: Hashable, Comparable, Sendable {
    var number: Int

    static func < (lhs: TransferTicket, rhs: TransferTicket) -> Bool {
        lhs.number < rhs.number
    }
}
