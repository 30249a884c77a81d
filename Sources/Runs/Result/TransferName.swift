/// Names a transfer for a reader: its file, in its step.
package struct TransferName: Hashable, Sendable {
    package var step: String
    package var file: String

    package init(step: String, file: String) {
        self.step = step
        self.file = file
    }

    package init(_ transfer: TransferResult) {
        self.init(step: transfer.step, file: transfer.file)
    }
}
