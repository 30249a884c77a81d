/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: ObservedSender

    /// The settings are the origin's.
    init(_ flow: FlowLog, _ settings: ObservedSender.Settings) {
        self.flow = flow
        sender = ObservedSender(flow, settings)
    }
}
