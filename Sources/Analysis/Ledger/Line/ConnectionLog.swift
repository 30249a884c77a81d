/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: SenderState

    /// The settings are the origin's.
    init(_ flow: FlowLog, _ settings: SenderState.Settings) {
        self.flow = flow
        sender = SenderState(flow, settings)
    }
}
