import Figures
import Runs
import Wire

/// For how long a receiver's windows held up a transfer, and which: TCP's, or HTTP/2's of the stream or of its connection.
struct ReceiverSentence {
    private let name: String
    private let time: Nanoseconds
    private let flowControl: TransferLedger.FlowControl?

    /// `time` is the whole row.
    init(_ name: String, _ time: Nanoseconds, _ flowControl: TransferLedger.FlowControl?) {
        self.name = name
        self.time = time
        self.flowControl = flowControl
    }

    var text: String {
        guard let flowControl else {
            return "\(name) waited \(DurationFormat.text(time)) for room in its receiver's TCP window."
        }
        let parts = parts(flowControl)
        guard parts.count > 1 else {
            return
                "\(parts.first?.what ?? "HTTP/2's flow control") held \(name) up for \(DurationFormat.text(time))."
        }
        let list = parts.map { "\($0.what) for \(DurationFormat.text($0.time))" }
        return "Its receiver's windows held \(name) up for \(DurationFormat.text(time)): "
            + list.dropLast().joined(separator: ", ") + " and \(list[list.count - 1])."
    }

    /// The longest first.
    private func parts(_ flowControl: TransferLedger.FlowControl) -> [(what: String, time: Nanoseconds)] {
        let all: [(what: String, time: Nanoseconds)] = [
            (Self.words("stream", flowControl.streamWindow), flowControl.stream),
            (Self.words("connection", flowControl.connectionWindow), flowControl.connection),
            ("TCP's window", time - flowControl.time),
        ]
        return all.filter { $0.time > 0 }.sorted { $0.time > $1.time }
    }

    private static func words(_ scope: String, _ window: Int) -> String {
        "HTTP/2's flow control of the \(scope) (\(ByteFormat.text(window)))"
    }
}
