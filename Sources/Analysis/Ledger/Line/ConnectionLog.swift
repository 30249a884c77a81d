/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: SenderState

    init(_ flow: FlowLog) {
        self.flow = flow
        sender = SenderState(flow)
    }
}
