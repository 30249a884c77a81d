/// A caller of the transfer loop and what it asks for, handed on as one reference.
final class TransferCaller: Sendable {
    let ticket: TransferTicket
    let request: TransferRequest

    init(_ ticket: TransferTicket, _ request: TransferRequest) {
        self.ticket = ticket
        self.request = request
    }
}
