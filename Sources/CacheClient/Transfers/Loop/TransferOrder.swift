/// What a caller asks of the transfer loop.
enum TransferOrder: Sendable {
    case begin(TransferCaller)
    /// Cancels for one caller.
    case leave(TransferTicket)
    case prioritise(TransferTicket, TransferPriority)
}
