/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: SenderState

    /// `initialWindow` is the origin's, in segments.
    init(_ flow: FlowLog, initialWindow: Int) {
        self.flow = flow
        sender = SenderState(flow, initialWindow: initialWindow)
    }
}
