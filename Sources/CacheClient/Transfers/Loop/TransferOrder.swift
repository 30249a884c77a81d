/// What a caller asks of the transfer loop.
enum TransferOrder: Sendable {
    case begin(TransferCaller)
    /// The caller wants nothing any more.
    case leave(TransferTicket)
    case prioritise(TransferTicket, TransferPriority)
}
