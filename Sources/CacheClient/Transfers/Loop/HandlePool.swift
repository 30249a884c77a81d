/// libcurl's handles that transfers are done with, for the next ones: these need not make their buffers anew, nor say
/// what all have in common. It belongs to the loop's thread alone.
///
/// A handle is not reset, which would have libcurl fall back to small pieces: each transfer says all that is its own.
final class HandlePool {
    /// Each has a buffer; more are made anew.
    private static let most = 16

    private let isTraced: Bool
    // Safety: one thread comes here, and nothing else is called meanwhile.
    @exclusivity(unchecked) private var idle: [TransferHandle] = []

    init(isTraced: Bool) {
        self.isTraced = isTraced
    }

    /// nil if there is no memory for another.
    func take(_ settings: TransferSettings) -> TransferHandle? {
        while let handle = idle.popLast() {
            if handle.settings === settings { return handle }
        }
        return TransferHandle(settings, isTraced: isTraced)
    }

    /// Of a transfer that libcurl has let go and that went well.
    func put(back handle: TransferHandle) {
        guard idle.count < Self.most, handle.isClean else { return }
        // Sessions may be forgotten meanwhile.
        handle.share(nil)
        idle.append(handle)
    }
}
