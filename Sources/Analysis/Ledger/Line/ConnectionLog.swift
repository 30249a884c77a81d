/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: ObservedSender
    /// When outages held up its packets, in order.
    let outages: [Span]

    /// The settings are the origin's.
    init(_ flow: FlowLog, _ settings: ObservedSender.Settings, _ outages: LineOutages) {
        self.flow = flow
        self.outages = outages.delays(of: flow)
        sender = ObservedSender(flow, settings)
    }
}
